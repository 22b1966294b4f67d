import type { Memory } from '#dev/emulators/memory.ts'
import type { Evidence } from './evidence.ts'

/** Faults of the service itself, as they would be if its code were wrong: each must be found. */
export const plantNames = [
  'send-twice',
  'drop-a-posting',
  'lose-a-delivery',
  'believe-a-404',
  'forget-the-outbox',
] as const
export type PlantName = (typeof plantNames)[number]

type Soil = Pick<Evidence, 'rows' | 'memories'>

interface Plant {
  /** From now on, or at once where something is there to be spoilt. */
  sow(soil: Soil): Promise<void>
  /** What strangers do afterwards that brings it to light. */
  ripen?(soil: Soil): Promise<void>
}

/** Of one in four: the last digit of an id is a matter of chance. */
const some = (id: string): string => `right(${id}::text, 1) in ('0', '1', '2', '3')`

export const plants: Readonly<Record<PlantName, Plant>> = {
  'send-twice': {
    sow: () => Promise.resolve(),
    ripen({ memories }) {
      const [memory, order] = moved(memories)
      const again = memory.take({ ...order })
      again.end = 'succeeded'
      return Promise.resolve()
    },
  },
  'forget-the-outbox': {
    sow: (soil) =>
      trigger(soil, {
        at: 'before insert on outbox',
        body: `if new.kind = 'collection' and ${some('new.subject_id')} then
          return null;
        end if;`,
      }),
  },
  'believe-a-404': {
    sow: (soil) =>
      trigger(soil, { at: 'before insert on late_watch', body: 'new.closed_at := now();' }),
    async ripen({ rows, memories }) {
      const expired = await rows<{ id: string }>(
        `select operator_request_id as id from transaction where status = 'expired' and mode = 'live'`,
      )
      const ids = new Set(expired.map(({ id }) => id))
      const orders = Object.values(memories).flatMap((memory) => memory.orders)
      for (const order of orders) {
        if (order.end === undefined && ids.has(order.id)) order.end = 'succeeded'
      }
    },
  },
  'drop-a-posting': {
    sow: () => Promise.resolve(),
    async ripen({ rows }) {
      await rows('alter table ledger_entry disable trigger user')
      await rows(
        `delete from ledger_entry where id = (select max(e.id) from ledger_entry e
           join ledger_account a on a.id = e.account_id where a.service_env_id is not null)`,
      )
      await rows('alter table ledger_entry enable trigger user')
    },
  },
  'lose-a-delivery': {
    sow: (soil) =>
      trigger(soil, {
        at: 'after insert on webhook_delivery',
        body: `if ${some('new.event_id')} then
          delete from webhook_delivery where id = new.id;
        end if;`,
      }),
  },
}

async function trigger(
  { rows }: Soil,
  { at, body }: { readonly at: string; readonly body: string },
): Promise<void> {
  await rows(
    `create function planted() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
  )
  await rows(`create trigger planted ${at} for each row execute function planted()`)
}

function moved(memories: Readonly<Record<string, Memory>>) {
  for (const memory of Object.values(memories)) {
    const order = memory.orders.find(({ end }) => end === 'succeeded')
    if (order !== undefined) return [memory, order] as const
  }
  throw new Error('no operator has moved money yet')
}
