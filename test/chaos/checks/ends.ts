import type { World } from '#test/chaos/world.ts'

/** How payments and refunds have ended, by id: what may never change again. */
export async function endsNow({ rows }: Pick<World, 'rows'>): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ id: string; end: string }>(
    `select id, concat_ws(' ', status, completed_at, failure_code) as end from transaction
       where completed_at is not null
     union all select id, concat_ws(' ', status, completed_at, failure_code) from refund
       where completed_at is not null`,
  )
  return new Map(found.map(({ id, end }) => [id, end]))
}
