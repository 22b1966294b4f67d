import { randomInt } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Database } from '#db/connect.ts'
import { eventually } from '#test/support/call.ts'

/** Where a process of the service is to stand still: at a statement that writes this row, or at the commit after its insert. */
export interface Place {
  readonly table:
    | 'transaction'
    | 'checkout'
    | 'payment_link'
    | 'refund'
    | 'reconciliation'
    | 'sandbox_operator.request'
    | 'webhook_attempt'
    | 'webhook_endpoint'
    | 'webhook_replay'
  readonly at: 'insert' | 'update' | 'commit'
  /** SQL condition on `new` (and `old`): of the rows written, the one where it holds. */
  readonly when: string
}

/** Where the payment with this reference is about to be sent to the sandbox’s operator. */
export function sentAt(reference: string): Place {
  const when = `exists (select from transaction t
      where t.operator_request_id = new.id and t.reference = '${reference}')`
  return { table: 'sandbox_operator.request', at: 'insert', when }
}

/** Where it is written that the operator has taken this payment. */
export function takenAt(reference: string): Place {
  const when = `new.reference = '${reference}' and old.operator_state = 'sent' and new.operator_state = 'taken'`
  return { table: 'transaction', at: 'update', when }
}

/** Where this payment ends. */
export function settledAt(reference: string): Place {
  const when = `new.reference = '${reference}' and old.status = 'pending' and new.status <> 'pending'`
  return { table: 'transaction', at: 'update', when }
}

/** A statement that waits in the database until it is let go: the process that sent it may be killed meanwhile. */
export interface Failpoint {
  /** Waits until somebody stands there. */
  reached(timeoutMs?: number): Promise<void>
  /** The statement goes on, though nobody may be left to hear of it. */
  letGo(): Promise<void>
  /** The statement never happened: it is undone with the transaction around it. */
  undo(): Promise<void>
}

/** Sets up failpoints with triggers of this test's own database, nothing in the service being changed for them. */
export interface Failpoints {
  add(place: Place): Promise<Failpoint>
  /** One at each of these places, by its name. */
  holdAll<Point extends string>(places: Readonly<Record<Point, Place>>): Promise<Held<Point>>
  /** Lets everybody go and takes the connection back. */
  close(): Promise<void>
}

export type Held<Point extends string> = Readonly<Record<Point, Failpoint>>

/** One connection holds the locks at which the triggers wait. */
export async function openFailpoints({ pool }: Database): Promise<Failpoints> {
  const holder = await pool.connect()
  const add = async (place: Place): Promise<Failpoint> => {
    const key = randomInt(1, 2 ** 31 - 1)
    await holder.query('select pg_advisory_lock($1)', [key])
    await holder.query(triggerAt(place, key))
    return failpoint(pool, holder, key)
  }
  return {
    add,
    async holdAll<Point extends string>(places: Readonly<Record<Point, Place>>) {
      const held: Partial<Record<Point, Failpoint>> = {}
      for (const point of Object.keys(places) as Point[]) held[point] = await add(places[point])
      return held as Held<Point>
    },
    async close() {
      await holder.query('select pg_advisory_unlock_all()')
      holder.release()
    },
  }
}

// The service gives up waiting for a lock after two seconds; here it is to wait as for a database that is slow.
function triggerAt({ table, at, when }: Place, key: number): string {
  const {
    [at]: { kind, moment, deferral },
  } = triggers
  return `
    create function failpoint_${key}() returns trigger language plpgsql as $$ begin
      if ${when} then
        perform set_config('lock_timeout', '0', true);
        perform pg_advisory_xact_lock_shared(${key});
      end if;
      return new;
    end $$;
    create ${kind} failpoint_${key} ${moment} on ${table} ${deferral}
      for each row execute function failpoint_${key}();`
}

const triggers = {
  insert: { kind: 'trigger', moment: 'before insert', deferral: '' },
  update: { kind: 'trigger', moment: 'before update', deferral: '' },
  // At the end of the transaction, of which nothing but the commit is left.
  commit: {
    kind: 'constraint trigger',
    moment: 'after insert',
    deferral: 'deferrable initially deferred',
  },
} as const

const waitersOf = `select pid from pg_locks where locktype = 'advisory' and not granted
  and objid = $1::bigint::oid and database = (select oid from pg_database where datname = current_database())`

function failpoint(pool: Pool, holder: PoolClient, key: number): Failpoint {
  const waiters = async (): Promise<number[]> => {
    const { rows } = await pool.query<{ pid: number }>(waitersOf, [key])
    return rows.map(({ pid }) => pid)
  }
  const letGo = async (): Promise<void> => {
    await holder.query('select pg_advisory_unlock($1)', [key])
  }
  return {
    async reached(timeoutMs) {
      await eventually(async () => (await waiters()).length > 0, timeoutMs)
    },
    letGo,
    async undo() {
      await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as w(pid)', [
        await waiters(),
      ])
      await eventually(async () => (await waiters()).length === 0)
      await letGo()
    },
  }
}
