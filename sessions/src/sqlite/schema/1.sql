-- What a store keeps. A stored line stands once, in `lines`; `turns` says which sessions hold it where, so that a branch shares the
-- very rows and appending takes the same time in any session.

CREATE TABLE sessions (
    number       INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    title        TEXT,
    parent       TEXT,              -- the id it came from; a name, which may outlive what it names
    branched_at  INTEGER,           -- turns shared with the parent, from the first
    created_at   INTEGER NOT NULL,  -- times are milliseconds since 1970, UTC
    updated_at   INTEGER NOT NULL,
    changed      INTEGER NOT NULL,  -- orders sessions by their last change, whatever clocks say
    ended        TEXT,              -- why it was left: branched, compacted
    route        TEXT,              -- JSON
    request      TEXT,              -- one stored line
    model_config TEXT               -- one JSON object
) STRICT;
CREATE INDEX sessions_by_change ON sessions (changed);

-- The line comes last: SQLite finds what stands before it without walking through a long one.
CREATE TABLE lines (
    id               INTEGER PRIMARY KEY,
    role             TEXT NOT NULL,
    carriers         INTEGER NOT NULL,
    private          INTEGER NOT NULL,  -- carriers in the private record
    input_tokens     INTEGER,
    output_tokens    INTEGER,
    reasoning_tokens INTEGER,
    line             TEXT NOT NULL
) STRICT;

CREATE TABLE turns (
    session  INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    line     INTEGER NOT NULL REFERENCES lines (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (session, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_by_line ON turns (line);

-- Replies on their way, and those that nobody finished.
CREATE TABLE pending (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    session   INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    route     TEXT NOT NULL,        -- JSON
    status    INTEGER NOT NULL,
    framing   TEXT NOT NULL,        -- whole, sse
    served_by TEXT,
    writer    TEXT,                 -- who reads it, by the name of a lock file; none where nobody does
    began_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX pending_by_session ON pending (session);

CREATE TABLE pending_bytes (
    id      INTEGER PRIMARY KEY,
    pending INTEGER NOT NULL REFERENCES pending (id) ON DELETE CASCADE,
    came_at INTEGER NOT NULL,
    bytes   BLOB NOT NULL
) STRICT;
CREATE INDEX pending_bytes_by_reply ON pending_bytes (pending);

-- What routes have taught, for sessions that did not learn it themselves.
CREATE TABLE evidence (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    lesson     TEXT NOT NULL UNIQUE,  -- JSON
    class      TEXT NOT NULL,
    status     INTEGER NOT NULL,
    error_hash TEXT NOT NULL,
    first_at   INTEGER NOT NULL,
    last_at    INTEGER NOT NULL,
    times      INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    session    TEXT
) STRICT;

CREATE TABLE requests (
    id       INTEGER PRIMARY KEY,
    session  INTEGER REFERENCES sessions (number) ON DELETE CASCADE,
    at       INTEGER NOT NULL,
    provider TEXT NOT NULL,
    model    TEXT NOT NULL,
    status   INTEGER,
    record   TEXT NOT NULL          -- JSON
) STRICT;
CREATE INDEX requests_by_session ON requests (session, id);

-- Which version of throughline made the tables what they are.
CREATE TABLE written_by (version TEXT NOT NULL) STRICT;
