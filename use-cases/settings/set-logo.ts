import { createHash } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { logoLimits, logoPath } from '#domain/settings/logo.ts'
import { readPicture } from '#platform/picture.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

/**
 * Gives a service the logo in this file, as somebody chose it, or takes it away (null). The one before is gone with its
 * address. Returns the path it is served at. Refusal: invalid_logo, for all but a PNG or JPEG within the limits.
 */
export async function setServiceLogo(
  { pool }: Pick<Database, 'pool'>,
  serviceId: string,
  file: Buffer | null,
): Promise<string | null> {
  const picture = file && readPicture(file, logoLimits)
  if (picture === undefined) throw fail('invalid_logo')
  if (picture === null) {
    await inTransaction(pool, (sql) =>
      sql.rows('delete from service_logo where service_id = $1', [serviceId]),
    )
    return null
  }
  const { type, width, height, content } = picture
  const digest = createHash('sha256').update(content).digest('hex')
  await inTransaction(pool, (sql) =>
    sql.rows(
      `insert into service_logo (service_id, digest, type, width, height, content) values ($1, $2, $3, $4, $5, $6)
       on conflict (service_id) do update set digest = excluded.digest, type = excluded.type, width = excluded.width,
         height = excluded.height, content = excluded.content, changed_at = now()
       where service_logo.digest <> excluded.digest`,
      [serviceId, digest, type, width, height, content],
    ),
  )
  return logoPath({ digest, type })
}
