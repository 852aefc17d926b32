-- For people with the sqlite3 shell: what was said and thought, turn by turn. Nothing in this crate reads it.
CREATE VIEW messages AS
SELECT
    sessions.id AS session,
    turns.position,
    lines.role,
    (
        SELECT group_concat(json_extract(part.value, '$.text.text'), '')
        FROM json_each(CASE WHEN json_valid(lines.line) THEN lines.line ELSE '{}' END, '$.parts') AS part
    ) AS text,
    (
        SELECT group_concat(json_extract(carrier.value, CASE carrier.path WHEN '' THEN '$.payload' ELSE '$.payload."' || replace(carrier.path, '/', '"."') || '"' END), char(10))
        FROM (
            SELECT value, json_extract(value, '$.text') AS path
            FROM json_each(CASE WHEN json_valid(lines.line) THEN lines.line ELSE '{}' END, '$.carriers')
            UNION ALL
            SELECT json_extract(value, '$.reasoning'), json_extract(value, '$.reasoning.text')
            FROM json_each(CASE WHEN json_valid(lines.line) THEN lines.line ELSE '{}' END, '$.parts')
        ) AS carrier
        WHERE carrier.path NOT LIKE '%*%'
    ) AS reasoning,
    lines.carriers,
    lines.private,
    lines.line
FROM sessions
JOIN turns ON turns.session = sessions.number
JOIN lines ON lines.id = turns.line
ORDER BY sessions.number, turns.position;
