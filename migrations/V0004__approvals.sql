-- Change requests and the decisions on them.

CREATE TABLE change_request (
    id            INTEGER PRIMARY KEY,
    repository    TEXT    NOT NULL,       -- owner/name at the forge; '' if the export does not say
    number        INTEGER NOT NULL,
    title         TEXT    NOT NULL,
    body          TEXT    NOT NULL,       -- the record as JSON, without approvals
    merge_commit  BLOB,
    head_commit   BLOB,
    merged_at     INTEGER,
    reviews_known INTEGER NOT NULL,
    evidence      INTEGER REFERENCES evidence (id),
    UNIQUE (repository, number)
) STRICT;
CREATE INDEX change_request_merge ON change_request (merge_commit) WHERE merge_commit IS NOT NULL;

CREATE TABLE approval (
    repository TEXT    NOT NULL,
    number     INTEGER NOT NULL,
    ord        INTEGER NOT NULL,
    body       TEXT    NOT NULL,          -- the approval as JSON
    evidence   INTEGER REFERENCES evidence (id),
    PRIMARY KEY (repository, number, ord)
) STRICT, WITHOUT ROWID;
