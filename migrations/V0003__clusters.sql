-- Clusters: what snapshots saw, as intervals over snapshots, and what controllers claim.

CREATE TABLE cluster (
    id   INTEGER PRIMARY KEY,
    uid  TEXT UNIQUE,                     -- of the namespace kube-system: the identity
    name TEXT NOT NULL UNIQUE,
    added_at INTEGER NOT NULL
) STRICT;

CREATE TABLE cluster_label (
    cluster INTEGER NOT NULL REFERENCES cluster (id) ON DELETE CASCADE,
    key     TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    PRIMARY KEY (cluster, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot (
    id          INTEGER PRIMARY KEY,
    cluster     INTEGER NOT NULL REFERENCES cluster (id) ON DELETE CASCADE,
    taken_at    INTEGER NOT NULL,
    time_basis  TEXT    NOT NULL,         -- given, file-time
    recorded_at INTEGER NOT NULL,
    pods        INTEGER NOT NULL,
    kinds       TEXT    NOT NULL,         -- JSON array of kinds that were listed
    namespaces  TEXT,                     -- JSON array, if not all of them
    UNIQUE (cluster, taken_at)
) STRICT;

CREATE TABLE snapshot_evidence (
    snapshot INTEGER NOT NULL REFERENCES snapshot (id) ON DELETE CASCADE,
    evidence INTEGER NOT NULL REFERENCES evidence (id),
    PRIMARY KEY (snapshot, evidence)
) STRICT, WITHOUT ROWID;

CREATE TABLE container (
    id        INTEGER PRIMARY KEY,
    cluster   INTEGER NOT NULL REFERENCES cluster (id) ON DELETE CASCADE,
    namespace TEXT    NOT NULL,
    kind      TEXT    NOT NULL,
    workload  TEXT    NOT NULL,
    container TEXT    NOT NULL,
    role      TEXT    NOT NULL,
    UNIQUE (cluster, namespace, kind, workload, role, container)
) STRICT;

-- What a container ran: everything but the counts.
CREATE TABLE running_value (
    id             INTEGER PRIMARY KEY,
    image          TEXT    NOT NULL,
    tag            TEXT,
    spec_digest    TEXT,                  -- pinned in the pod's specification
    image_id       TEXT    NOT NULL,
    digest         TEXT,
    digest_kind    TEXT    NOT NULL,
    reason         TEXT,
    revision_label TEXT,
    managed_by     TEXT    NOT NULL       -- JSON array of {kind, namespace, name}
) STRICT;
CREATE INDEX running_value_digest ON running_value (digest) WHERE digest IS NOT NULL;
CREATE INDEX running_value_tag ON running_value (tag) WHERE tag IS NOT NULL;

-- A value with its counts over the snapshots first_at .. last_at of its cluster, without a break.
-- It began in (not_before, first_at] and, unless open, ended in (last_at, not_after]; `since_*` reach back over
-- neighbours that differ in counts alone. Open end: 9223372036854775807. No snapshot before: NULL.
CREATE TABLE observation (
    container    INTEGER NOT NULL REFERENCES container (id) ON DELETE CASCADE,
    value        INTEGER NOT NULL REFERENCES running_value (id),
    first_at     INTEGER NOT NULL,
    last_at      INTEGER NOT NULL,
    not_after    INTEGER NOT NULL,
    since_not_before INTEGER,
    since_first  INTEGER NOT NULL,
    pods_since   INTEGER,                 -- creation of the oldest pod: narrows the beginning
    replicas     INTEGER NOT NULL,
    ready        INTEGER NOT NULL,
    PRIMARY KEY (container, value, first_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX observation_value ON observation (value, container);

-- What a controller object said over the snapshots first_at .. last_at. `body` is the claim as JSON.
CREATE TABLE claim (
    cluster    INTEGER NOT NULL REFERENCES cluster (id) ON DELETE CASCADE,
    controller TEXT    NOT NULL,
    namespace  TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    first_at   INTEGER NOT NULL,
    last_at    INTEGER NOT NULL,
    not_after  INTEGER NOT NULL,
    body       TEXT    NOT NULL,
    PRIMARY KEY (cluster, controller, namespace, name, first_at)
) STRICT, WITHOUT ROWID;
