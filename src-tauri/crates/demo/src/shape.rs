//! What the fleet is made of: apps, places, repositories. Only names; what happens to them is the story.

use domain::Time;
use sha2::{Digest as _, Sha256};

/// Where images come from.
pub(crate) const REGISTRY: &str = "registry.shop.example";
/// Where the forge is.
pub(crate) const FORGE: &str = "https://git.shop.example";
/// The organisation on the forge and in the registry.
pub(crate) const COMPANY: &str = "shop";

/// An application of the shop, built from its own repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum App {
    Storefront,
    Payments,
    Search,
}

impl App {
    pub(crate) const ALL: [App; 3] = [App::Storefront, App::Payments, App::Search];

    /// Returns the name: of the repository, the image, the workload and its container.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            App::Storefront => "storefront",
            App::Payments => "payments",
            App::Search => "search",
        }
    }

    pub(crate) const fn namespace(self) -> &'static str {
        match self {
            App::Storefront | App::Search => "shop",
            App::Payments => "pay",
        }
    }

    pub(crate) fn image(self) -> String {
        format!("{REGISTRY}/{COMPANY}/{}", self.name())
    }

    /// Returns the tag of the image built from a commit: each app has its own custom, as in real fleets. Payments
    /// builds only what has a Git tag, and names the image after it.
    pub(crate) fn tag_of_commit(self, commit: &str, at: Time) -> Option<String> {
        match self {
            App::Storefront => Some(commit.to_owned()),
            App::Search => Some(format!("main-{}-{}", &commit[..7], at.to_string()[..10].replace('-', ""))),
            App::Payments => None,
        }
    }
}

/// A cluster: one environment in one region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    DevEu,
    StagingEu,
    StagingUs,
    ProdEu,
    ProdUs,
}

/// A repository that declares what runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Config {
    /// Kustomize overlays, applied by an Argo CD in each European cluster.
    Argo,
    /// HelmReleases, applied by a Flux in each American cluster.
    Flux,
}

impl Config {
    pub(crate) const ALL: [Config; 2] = [Config::Argo, Config::Flux];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Config::Argo => "fleet-argocd",
            Config::Flux => "fleet-flux",
        }
    }

    pub(crate) fn url(self) -> String {
        format!("{FORGE}/{COMPANY}/{}", self.name())
    }
}

impl Place {
    pub(crate) const ALL: [Place; 5] =
        [Place::DevEu, Place::StagingEu, Place::StagingUs, Place::ProdEu, Place::ProdUs];

    /// Returns the name of the cluster.
    pub(crate) const fn cluster(self) -> &'static str {
        match self {
            Place::DevEu => "dev-eu",
            Place::StagingEu => "staging-eu",
            Place::StagingUs => "staging-us",
            Place::ProdEu => "prod-eu",
            Place::ProdUs => "prod-us",
        }
    }

    pub(crate) const fn environment(self) -> &'static str {
        match self {
            Place::DevEu => "dev",
            Place::StagingEu | Place::StagingUs => "staging",
            Place::ProdEu | Place::ProdUs => "production",
        }
    }

    pub(crate) const fn region(self) -> &'static str {
        match self {
            Place::DevEu | Place::StagingEu | Place::ProdEu => "eu",
            Place::StagingUs | Place::ProdUs => "us",
        }
    }

    pub(crate) const fn config(self) -> Config {
        match self {
            Place::DevEu | Place::StagingEu | Place::ProdEu => Config::Argo,
            Place::StagingUs | Place::ProdUs => Config::Flux,
        }
    }

    /// Returns where a version has to run before it comes here; `None` for the first place.
    pub(crate) const fn before(self) -> Option<Place> {
        match self {
            Place::DevEu => None,
            Place::StagingEu => Some(Place::DevEu),
            Place::StagingUs | Place::ProdEu => Some(Place::StagingEu),
            Place::ProdUs => Some(Place::ProdEu),
        }
    }

    /// Returns how many pods an app has here.
    pub(crate) const fn replicas(self, app: App) -> usize {
        match (self, app) {
            (Place::DevEu, _) => 1,
            (Place::ProdEu | Place::ProdUs, App::Storefront) => 3,
            _ => 2,
        }
    }

    /// Returns the minutes from a commit on the branch to its sync: a webhook here, an interval there.
    pub(crate) const fn sync_minutes(self) -> i64 {
        match self.config() {
            Config::Argo => 3,
            Config::Flux => 5,
        }
    }
}

/// A person or robot of the forge.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) id: u64,
    pub(crate) login: &'static str,
    pub(crate) name: &'static str,
    pub(crate) email: &'static str,
    pub(crate) bot: bool,
}

const fn person(id: u64, login: &'static str, name: &'static str, email: &'static str) -> Account {
    Account { id, login, name, email, bot: false }
}

/// The people of the shop. Nobody of them exists.
pub(crate) static PEOPLE: [Account; 4] = [
    person(4101, "ada", "Ada Moss", "ada@shop.example"),
    person(4102, "bruno", "Bruno Reed", "bruno@shop.example"),
    person(4103, "chen", "Chen Lake", "chen@shop.example"),
    person(4104, "dara", "Dara Finch", "dara@shop.example"),
];

/// Bumps the dev overlays after each build.
pub(crate) static BUILD_BOT: Account =
    Account { id: 4201, login: "shop-ci[bot]", name: "shop-ci[bot]", email: "ci@shop.example", bot: true };
/// Flux's image automation.
pub(crate) static FLUX_BOT: Account = Account {
    id: 4202,
    login: "shop-flux[bot]",
    name: "shop-flux[bot]",
    email: "flux@shop.example",
    bot: true,
};
/// The forge itself, which commits what is merged on its site.
pub(crate) static FORGE_ACCOUNT: Account =
    Account { id: 1, login: "forge", name: "Forge", email: "noreply@git.shop.example", bot: true };

/// Returns the time some minutes later.
pub(crate) fn minutes_after(at: Time, minutes: i64) -> Time {
    Time::from_micros(at.micros().saturating_add(minutes.saturating_mul(60_000_000)))
}

/// Returns the SHA-256 of a text as 64 hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

/// Returns the digest that the registry gives to `image:tag`.
pub(crate) fn digest_of(image: &str, tag: &str) -> String {
    format!("sha256:{}", sha256(&format!("{image}:{tag}")))
}
