import type { Database } from '#db/connect.ts'

/** For these payments so much time has passed (`25 hours`): they were asked for, and expire, so much earlier. */
export async function timePasses(
  { pool }: Pick<Database, 'pool'>,
  time: string,
  ids: readonly string[],
): Promise<void> {
  const list = ids.map((id) => `'${id}'`).join()
  await pool.query(
    `begin; set local session_replication_role = replica;
     update transaction set created_at = created_at - interval '${time}',
       expires_at = expires_at - interval '${time}' where id in (${list}); commit`,
  )
}
