import { createHash } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

export const chainedLogs = ['staff_audit', 'activity_log'] as const
export type ChainedLog = (typeof chainedLogs)[number]

/** A link that somebody recorded elsewhere: the chain up to it must be unchanged. */
export interface Anchor {
  readonly number: bigint
  /** Hexadecimal. */
  readonly hash: string
}

/** A line that is not as it was written; `line` is its id, null if links are missing. */
export interface Tampering {
  readonly kind: 'changed' | 'removed' | 'added' | 'unlinked' | 'rewritten'
  readonly line: string | null
  readonly said: string
}

/** The state of a log: number of links, the last one, and what is wrong. */
export interface VerifiedChain {
  readonly log: ChainedLog
  readonly end: Anchor
  /** The first hundred. */
  readonly found: readonly Tampering[]
}

const batchLinks = 1000
const foundMax = 100
const noHash = createHash('sha256').digest()

/**
 * Reads a whole log in one snapshot and recomputes each hash here, trusting nothing that the database computes.
 * Reports the first problem of each line.
 */
export function verifyChain(
  { pool }: Pick<Database, 'pool'>,
  log: ChainedLog,
  anchor?: Anchor,
): Promise<VerifiedChain> {
  return inTransaction(pool, async (tx) => {
    await tx.rows('set transaction isolation level repeatable read, read only')
    // Timestamps are hashed as text.
    await tx.rows(`set local timezone to 'UTC'`)
    const found = new Map<string, Tampering>()
    const note = (one: Tampering): void => {
      const name = one.line ?? one.said
      if (found.size < foundMax && !found.has(name)) found.set(name, one)
    }
    const end = await walk(tx, { log, anchor, note })
    for (const added of await unlinked(tx, log)) note(added)
    const head = await tx.one<Link>(
      `select number::text, hash from log_chain_head where log = $1`,
      [log],
    )
    if (head.number !== `${end.number}` || !head.hash.equals(end.hash)) {
      note({
        kind: 'unlinked',
        line: null,
        said: `the chain ends at ${end.number}, not at ${head.number}`,
      })
    }
    const hash = end.hash.toString('hex')
    return { log, end: { number: end.number, hash }, found: [...found.values()] }
  })
}

interface Walk {
  readonly log: ChainedLog
  readonly anchor: Anchor | undefined
  readonly note: (found: Tampering) => void
}

interface Reached {
  readonly number: bigint
  readonly hash: Buffer
}

async function walk(tx: Sql, { log, anchor, note }: Walk): Promise<Reached> {
  let reached: Reached = { number: 0n, hash: noHash }
  let atAnchor: Buffer | undefined
  for (;;) {
    const links = await nextLinks(tx, log, reached.number)
    for (const link of links) {
      wrongOf(link, reached).forEach(note)
      reached = { number: BigInt(link.number), hash: link.hash }
      if (reached.number === anchor?.number) atAnchor = link.hash
    }
    if (links.length < batchLinks) break
  }
  if (anchor !== undefined && !isAt(anchor, atAnchor)) {
    const said = `link ${anchor.number} is another one than was written down`
    note({ kind: 'rewritten', line: null, said })
  }
  return reached
}

/** A log without lines ends at 0, which no link has. */
function isAt({ number, hash }: Anchor, found: Buffer | undefined): boolean {
  return (number === 0n ? noHash : found)?.toString('hex') === hash
}

interface Link {
  readonly number: string
  readonly hash: Buffer
}

interface LinkWithLine extends Link {
  readonly line_id: string
  readonly part: 'line' | 'end'
  /** The text it covers; null if the line is missing. */
  readonly text: string | null
}

/** The problems of a link, if any. */
function wrongOf(link: LinkWithLine, before: Reached): Tampering[] {
  const { number, line_id: line, part, text, hash } = link
  const expected = before.number + 1n
  if (BigInt(number) !== expected) {
    return [
      {
        kind: 'unlinked',
        line: null,
        said: `links ${expected} to ${BigInt(number) - 1n} are gone`,
      },
    ]
  }
  if (text === null) return [{ kind: 'removed', line, said: 'it is not there any more' }]
  const made = createHash('sha256').update(before.hash).update(`${number} ${part} ${text}`).digest()
  if (made.equals(hash)) return []
  const what =
    part === 'line' ? 'it is not what was written' : 'its outcome is not what was written'
  return [{ kind: 'changed', line, said: what }]
}

/** The same text as `log_chain_text`, written here a second time, because a database function can be replaced. */
const textOf = `select coalesce(jsonb_object_agg(e.key, e.value), '{}')::text from jsonb_each(to_jsonb(l)) e
  where e.value <> 'null' and case c.part when 'line' then e.key not in ('outcome', 'ended_at')
    else e.key in ('id', 'outcome', 'ended_at') end`

function nextLinks(tx: Sql, log: ChainedLog, after: bigint): Promise<LinkWithLine[]> {
  return tx.rows<LinkWithLine>(
    `select c.number::text, c.line_id::text, c.part, c.hash, case when l.id is not null then (${textOf}) end as text
     from log_chain c left join ${log} l on l.id = c.line_id
     where c.log = $1 and c.number > $2 order by c.number limit ${batchLinks}`,
    [log, `${after}`],
  )
}

/** Lines and outcomes that no link covers. */
async function unlinked(tx: Sql, log: ChainedLog): Promise<Tampering[]> {
  const lines = await tx.rows<{ id: string; isWhole: boolean }>(
    `select l.id::text, c.line_id is null as "isWhole"
     from ${log} l
     left join log_chain c on c.log = $1 and c.line_id = l.id and c.part = 'line'
     left join log_chain e on e.log = $1 and e.line_id = l.id and e.part = 'end'
     where c.line_id is null or (l.outcome is not null and e.line_id is null)
     order by l.id limit ${foundMax}`,
    [log],
  )
  return lines.map(({ id: line, isWhole }) => ({
    kind: 'added',
    line,
    said: isWhole ? 'no link vouches for it' : 'no link vouches for its outcome',
  }))
}
