"""PostgreSQL: the same promise as in SQLite. Triggers refuse every change of the record, and a role that may not try.

The owner of the tables could still drop a trigger; so the program should not run as the owner. `grants` lets a role
play campaigns: it reads and adds, and changes nothing but snapshots, which are a cache, and the mail.
"""

from __future__ import annotations

from pbem.errors import UsageError
from pbem.store.tables import APPEND_ONLY, MAIL, NEWEST
from pbem.values.patterns import pattern

_REFUSE = """CREATE OR REPLACE FUNCTION pbem_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING MESSAGE =
  'the record is append-only: ' || TG_TABLE_NAME || ' rows are never changed or removed'; END $$"""

TRIGGERS = (
    _REFUSE,
    *(
        f"CREATE OR REPLACE TRIGGER {table}_never_{verb} BEFORE {verb.upper()} ON {table} "
        f"FOR EACH {'STATEMENT' if verb == 'truncate' else 'ROW'} EXECUTE FUNCTION pbem_append_only()"
        for table in APPEND_ONLY
        for verb in ("update", "delete", "truncate")
    ),
)
COUNT = (
    "SELECT (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND position('_never_' in tgname) > 0 "
    "AND tgenabled <> 'D') + (SELECT count(*) FROM pg_indexes "
    f"WHERE indexname = '{NEWEST}' AND schemaname = ANY (current_schemas(false)))"
)

_ROLE = pattern(r"[a-z_][a-z0-9_]{0,62}")


def grants(role: str) -> tuple[str, ...]:
    """What a role needs to play campaigns: to read, to add, to renew the cache; no UPDATE or DELETE of the record."""
    if not _ROLE.fullmatch(role):
        raise UsageError(
            f"{role!r} is not a name for a role: give one in small letters, digits and _, such as pbem_player"
        )
    kept, mail = ", ".join((*APPEND_ONLY, "secret")), ", ".join(MAIL)
    return (
        f"REVOKE ALL ON {kept}, snapshot, {mail} FROM {role}",
        f"GRANT SELECT, INSERT ON {kept} TO {role}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {mail} TO {role}",
        f"GRANT SELECT, INSERT, DELETE ON snapshot TO {role}",
    )
