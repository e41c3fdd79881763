//! The words around answers, in both languages.

use super::arguments::Language;

/// A phrase in both languages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Phrase {
    english: &'static str,
    chinese: &'static str,
}

impl Phrase {
    /// Returns the phrase in a language.
    pub(crate) const fn text(self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::Chinese => self.chinese,
        }
    }
}

macro_rules! phrases {
    ($($name:ident = $english:literal, $chinese:literal;)*) => {
        $(pub(crate) const $name: Phrase = Phrase { english: $english, chinese: $chinese };)*
    };
}

phrases! {
    CLUSTER = "CLUSTER", "集群";
    ENVIRONMENT = "ENV", "环境";
    APP = "APP", "应用";
    WORKLOAD = "WORKLOAD", "工作负载";
    VERSION = "VERSION", "版本";
    SOURCE = "SOURCE COMMIT", "源码提交";
    CONFIG = "CONFIG COMMIT", "配置提交";
    READY = "READY", "就绪";
    VERDICT = "VERDICT", "结论";
    AGE = "AGE", "距今";
    REPOSITORY = "REPOSITORY", "仓库";
    PATH = "PATH", "路径";
    SLOT = "SLOT", "位置";
    VALUE = "VALUE", "取值";
    INTRODUCED = "INTRODUCED", "引入";
    BY = "BY", "作者";
    RULE = "RULE", "规则";
    LANDED = "LANDED", "合入时间";
    KIND = "KIND", "类别";
    CHANGE = "CHANGE", "变更";
    REQUEST = "REQUEST", "变更请求";
    APPROVED_BY = "APPROVED BY", "审批人";
    REVIEW = "REVIEW", "复核";
    ROLE = "ROLE", "角色";
    BRANCH = "BRANCH", "分支";
    COMMITS = "COMMITS", "提交数";
    SLOTS = "SLOTS", "位置数";
    GAPS = "GAPS", "缺口";
    SNAPSHOTS = "SNAPSHOTS", "快照数";
    LAST_SNAPSHOT = "LAST SNAPSHOT", "最近快照";
    LABELS = "LABELS", "标签";
    LANE = "LANE", "泳道";
    FROM = "FROM", "起";
    TO = "TO", "止";
    RELATION = "RELATION", "关系";
    NOTHING_RUNS = "Nothing is known to run.", "没有已知的运行内容。";
    NOTHING_DECLARED = "Nothing is declared there.", "此处没有声明。";
    NOTHING_KNOWN = "Nothing is known by that name.", "没有找到该名称。";
    NO_CHANGES = "No change reached it in that period.", "该期间没有变更。";
    RUNS_IN = "Runs in", "正在运行于";
    RAN_IN = "Ran in", "曾运行于";
    DECLARED_IN = "Declared in", "声明于";
    RUNS_NOWHERE = "Runs nowhere that is known.", "没有已知的运行位置。";
    MATCHED = "matched", "一致";
    CONTRADICTED = "CONTRADICTED", "不一致";
    UNKNOWN = "unknown", "未知";
    STALE = "stale", "过期";
    PASS = "pass", "通过";
    FAIL = "FAIL", "不通过";
    NOT_DETERMINED = "not determined", "证据不足";
    NOT_APPLICABLE = "not applicable", "不适用";
    EXACT = "exact", "完全相同";
    CONTAINS = "contains", "包含";
    FOUND = "found", "已找到";
    MISSING = "MISSING", "缺失";
}

/// Returns the word for a verdict of the lanes.
pub(crate) fn verdict(verdict: domain::Verdict) -> Phrase {
    match verdict {
        domain::Verdict::Matched => MATCHED,
        domain::Verdict::Contradicted => CONTRADICTED,
        domain::Verdict::Unknown => UNKNOWN,
    }
}

/// Returns the word for the verdict of a control.
pub(crate) fn review(verdict: controls::ControlVerdict) -> Phrase {
    match verdict {
        controls::ControlVerdict::Pass => PASS,
        controls::ControlVerdict::Fail => FAIL,
        controls::ControlVerdict::NotDetermined => NOT_DETERMINED,
        controls::ControlVerdict::NotApplicable => NOT_APPLICABLE,
    }
}
