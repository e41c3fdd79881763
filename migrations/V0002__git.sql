-- Repositories: history along the first parent, ancestry, and what the files declare.

CREATE TABLE repository (
    id        INTEGER PRIMARY KEY,
    name      TEXT    NOT NULL UNIQUE,
    location  TEXT    NOT NULL,
    forge_name TEXT,                      -- owner/name at the forge, from the remote URL or given
    role      TEXT    NOT NULL,           -- source, config, both
    branch    TEXT,                       -- tracked branch; NULL: the repository's default
    added_at  INTEGER NOT NULL
) STRICT;

-- How far a repository has been read. The row is written in the same transaction as what was read.
CREATE TABLE repository_state (
    repository INTEGER PRIMARY KEY REFERENCES repository (id) ON DELETE CASCADE,
    branch     TEXT    NOT NULL,
    tip        BLOB    NOT NULL,          -- commit that the branch stood at
    line_length INTEGER NOT NULL,         -- positions 0 .. line_length - 1 of the first-parent line are known
    refs_sha256 BLOB   NOT NULL,          -- of the unpeeled refs: nothing new if it is the same
    rules_sha256 BLOB  NOT NULL,          -- of the path rules that placed the slots
    reader     INTEGER NOT NULL,          -- version of the recognisers
    synced_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE person (
    id    INTEGER PRIMARY KEY,
    name  TEXT NOT NULL,
    email TEXT NOT NULL,
    UNIQUE (name, email)
) STRICT;

-- `line` is the position on the tracked branch's first-parent line; `landed` the position of the line commit that
-- brought this commit in. "X contains Y" for X on the line: landed of Y <= line of X.
CREATE TABLE git_commit (
    id             INTEGER PRIMARY KEY,
    repository     INTEGER NOT NULL,
    oid            BLOB    NOT NULL,
    committed_at   INTEGER NOT NULL,
    authored_at    INTEGER NOT NULL,
    author         INTEGER NOT NULL,      -- person
    committer      INTEGER NOT NULL,      -- person
    line           INTEGER,
    landed         INTEGER,
    landed_at      INTEGER,               -- of the line commit; monotone along the line
    change_request INTEGER,
    subject        TEXT    NOT NULL
) STRICT;
CREATE UNIQUE INDEX git_commit_oid ON git_commit (repository, oid);
CREATE UNIQUE INDEX git_commit_line ON git_commit (repository, line) WHERE line IS NOT NULL;
CREATE INDEX git_commit_change_request ON git_commit (change_request) WHERE change_request IS NOT NULL;

CREATE TABLE commit_parent (
    child  INTEGER NOT NULL,
    ord    INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    PRIMARY KEY (child, ord)
) STRICT, WITHOUT ROWID;

-- Where refs stand, unpeeled and peeled. Rewritten at each sync; the journal keeps what was.
CREATE TABLE git_ref (
    repository INTEGER NOT NULL REFERENCES repository (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    target     BLOB    NOT NULL,
    oid        BLOB,                      -- the commit in the end
    PRIMARY KEY (repository, name)
) STRICT, WITHOUT ROWID;

-- The ref journal: every movement that a sync saw. Not derived, so never deleted.
CREATE TABLE ref_journal (
    id         INTEGER PRIMARY KEY,
    repository TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    old_target BLOB,
    new_target BLOB,
    seen_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE slot (
    id          INTEGER PRIMARY KEY,
    repository  INTEGER NOT NULL,
    path        TEXT    NOT NULL,
    slot        TEXT    NOT NULL,
    format      TEXT    NOT NULL,
    object      TEXT,                     -- metadata.name of the object that holds it
    namespace   TEXT,
    app         TEXT,
    environment TEXT,
    cluster     TEXT,
    rule        TEXT    NOT NULL,
    UNIQUE (repository, path, slot)
) STRICT;
CREATE INDEX slot_app ON slot (app, environment);

CREATE TABLE declared_value (
    id      INTEGER PRIMARY KEY,
    image   TEXT,
    tag     TEXT,
    digest  TEXT,
    version TEXT
) STRICT;
CREATE INDEX declared_value_tag ON declared_value (tag);
CREATE INDEX declared_value_digest ON declared_value (digest) WHERE digest IS NOT NULL;

-- A value over [from_line, until_line) of the branch. Open end: 9223372036854775807. A removal is a hole.
CREATE TABLE declaration (
    slot       INTEGER NOT NULL,
    from_line  INTEGER NOT NULL,
    until_line INTEGER NOT NULL,
    value      INTEGER NOT NULL,
    moved_from INTEGER,                   -- carried from this slot, whose value ended at from_line
    PRIMARY KEY (slot, from_line)
) STRICT, WITHOUT ROWID;
CREATE INDEX declaration_value ON declaration (value, slot);
