import { migrationFile, type MigrationFile } from '#db/migrations.ts'

/**
 * What a migration must not do while another version serves
 * (docs/database.md#migrations-that-never-stop-the-service): one line with the reason per finding. Works on text: it
 * knows the statements that migrations use, not all of SQL.
 */
export function migrationFaults(file: MigrationFile): readonly string[] {
  const fresh = new Set(tablesMadeBy(file.text))
  const found = statementsOf(file.text).flatMap((statement) =>
    rules
      .filter(({ breaks }) => breaks(statement, fresh))
      .map(({ why }) => `${file.name}: ${why}: ${statement.slice(0, shownMax)}`),
  )
  if (file.servesFrom === undefined)
    found.unshift(
      `${file.name}: no line “-- Serves code from <migration>.”: it would stop everybody else`,
    )
  return [...found, ...concurrentFaults(file)]
}

const shownMax = 100

interface Rule {
  readonly why: string
  readonly breaks: (statement: string, fresh: ReadonlySet<string>) => boolean
}

/** A statement on a table that this migration did not create: others read and write it meanwhile. */
const onOld =
  (pattern: RegExp, alsoNot?: RegExp) => (statement: string, fresh: ReadonlySet<string>) => {
    const table = pattern.exec(statement)?.[1]
    return table !== undefined && !fresh.has(table) && alsoNot?.test(statement) !== true
  }

const alter = String.raw`^alter table (?:if exists )?(?:only )?([\w.]+) (?:.*, *)?`

const rules: readonly Rule[] = [
  {
    why: 'a column that may not be null and has no default refuses the rows of the version before',
    breaks: (statement, fresh) =>
      onOld(/^alter table (?:only )?([\w.]+) /)(statement, fresh) &&
      partsOf(statement).some(
        (part) =>
          /\badd column\b.*\bnot null\b/.test(part) && !/\bdefault\b|\bgenerated\b/.test(part),
      ),
  },
  {
    why: '`set not null` reads the whole table under a lock that nobody passes: first a check, not valid, then validated',
    breaks: onOld(new RegExp(`${alter}alter column \\w+ set not null`)),
  },
  {
    why: 'the table is written anew under a lock that nobody passes: add a column, fill it in batches, then contract',
    breaks: (statement, fresh) =>
      onOld(new RegExp(`${alter}alter column \\w+ (?:set data )?type\\b`))(statement, fresh) ||
      onOld(new RegExp(`${alter}add column .*\\bgenerated always as .* stored`))(
        statement,
        fresh,
      ) ||
      onOld(
        new RegExp(
          `${alter}add column .*\\bdefault (?:gen_random_uuid|uuidv7|random|clock_timestamp|nextval)`,
        ),
      )(statement, fresh),
  },
  {
    why: 'writers wait for the whole index: make it concurrently, in a migration of its own',
    breaks: onOld(
      /^create (?:unique )?index (?!concurrently)(?:if not exists )?\w+ on (?:only )?([\w.]+)/,
    ),
  },
  {
    why: 'the index of the constraint is made under a lock that nobody passes: make it concurrently, then `using index`',
    breaks: onOld(
      new RegExp(`${alter}add (?:constraint \\w+ )?(?:unique|primary key|exclude)\\b`),
      /using index/,
    ),
  },
  {
    why: 'all rows are read under a lock: `not valid`, and validate it in a migration of its own',
    breaks: (statement, fresh) =>
      onOld(/^alter table (?:only )?([\w.]+) /)(statement, fresh) &&
      partsOf(statement).some(
        (part) =>
          /\badd constraint \w+ (?:check|foreign key)\b/.test(part) && !part.endsWith('not valid'),
      ),
  },
  {
    why: 'the lock of a constraint that was just added lasts until it is validated: validate it in a migration of its own',
    breaks: (statement, fresh) =>
      onOld(new RegExp(`${alter}validate constraint`))(statement, fresh) &&
      fresh.has('+constraint'),
  },
  {
    why: 'the version before still uses the old name: expand, then contract',
    breaks: (statement) => /^alter (?:table|index|type|function) .*\brename\b/.test(statement),
  },
  {
    why: 'many rows at once are locked until the end: fill them in batches, by the code',
    breaks: onOld(/^(?:update|delete from) (?:only )?([\w.]+)/),
  },
  {
    why: 'it stops everybody',
    breaks: (statement) => /^(?:lock|truncate|cluster|reindex|vacuum)\b/.test(statement),
  },
  {
    why: 'something is taken away: say since when nobody uses it, by a line “-- Unused since <migration>.”',
    breaks: (statement, fresh) =>
      (/^drop table\b/.test(statement) ||
        onOld(new RegExp(`${alter}drop column`))(statement, fresh)) &&
      !fresh.has('-- unused'),
  },
]

/** Rules for concurrent indexes: such a migration must be safe to run again after an interruption. */
function concurrentFaults({ name, text, isOutside }: MigrationFile): readonly string[] {
  const made = [...text.matchAll(/create (?:unique )?index concurrently (\w+)/g)]
  return made.flatMap(([, index = '']) => [
    ...(isOutside ? [] : [`${name}: no line “-- Outside a transaction.” for ${index}`]),
    ...(text.includes(`drop index concurrently if exists ${index};`)
      ? []
      : [`${name}: what an interrupted run left of ${index} is not dropped first`]),
  ])
}

/** The tables it creates, its own constraints, and the columns and tables that its text declares unused. */
function tablesMadeBy(text: string): readonly string[] {
  const made = [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?([\w.]+)/g)]
  return [
    ...made.map(([, name = '']) => name),
    ...(/\badd constraint\b/.test(text) ? ['+constraint'] : []),
    ...(/^-- Unused since [\w-]+\.$/m.test(text) ? ['-- unused'] : []),
  ]
}

/** The statements, in lower case and on one line each, without comments and function bodies. */
function statementsOf(text: string): readonly string[] {
  return text
    .replaceAll(/\$\$[^]*?\$\$/g, '$$$$')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean)
}

/** The parts of an `alter table`; commas in parentheses do not separate. */
function partsOf(statement: string): readonly string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of statement) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

/** The violations of this text, as a migration of the next version. */
export function faultsOf(text: string): readonly string[] {
  return migrationFaults(migrationFile('99-next', text))
}
