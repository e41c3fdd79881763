-- What the workspace has been told, byte for byte (after removal of secrets), and what is known to be missing.

-- Raw evidence: appended before anything is derived from it, never changed.
CREATE TABLE evidence (
    id          INTEGER PRIMARY KEY,
    sha256      BLOB    NOT NULL UNIQUE CHECK (length(sha256) = 32),  -- of the stored body
    kind        TEXT    NOT NULL,                                      -- cluster-objects, forge-records, git-refs
    name        TEXT    NOT NULL,                                      -- file or source that it came from
    source_sha256 BLOB  NOT NULL CHECK (length(source_sha256) = 32),  -- of the bytes before removal of secrets
    size        INTEGER NOT NULL,                                      -- of the body, uncompressed
    body        BLOB    NOT NULL,                                      -- zstd
    recorded_at INTEGER NOT NULL                                       -- microseconds since 1970, UTC
) STRICT;

CREATE TRIGGER evidence_is_not_changed BEFORE UPDATE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence is append-only'); END;
CREATE TRIGGER evidence_is_not_deleted BEFORE DELETE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence is append-only'); END;

-- What is missing or was skipped. Derived: rebuilt with the rows it is about.
CREATE TABLE gap (
    id        INTEGER PRIMARY KEY,
    source    TEXT    NOT NULL,          -- repository, cluster or file
    scope     TEXT    NOT NULL,          -- 'repository', 'cluster', 'import'
    code      TEXT    NOT NULL,
    place     TEXT    NOT NULL,
    message   TEXT    NOT NULL,
    UNIQUE (scope, source, code, place, message)
) STRICT;
