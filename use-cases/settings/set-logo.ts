import { createHash } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { logoLimits, logoPath } from '#domain/settings/logo.ts'
import { readPicture } from '#platform/picture.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Sets a service's logo from an uploaded file, or removes it (null). The previous one is deleted, with its URL.
 * Returns the path it is served at. Refusal: invalid_logo for anything but a PNG or JPEG within the limits.
 */
export async function setServiceLogo(
  { pool }: Pick<Database, 'pool'>,
  serviceId: string,
  file: Buffer | null,
): Promise<string | null> {
  const picture = file && readPicture(file, logoLimits)
  if (picture === undefined) throw fail('invalid_logo')
  if (picture === null) {
    await onPool(pool).run(remove({ serviceId }))
    return null
  }
  const { type, width, height, content } = picture
  const digest = createHash('sha256').update(content).digest('hex')
  const logo = { digest, type, width, height, content }
  await onPool(pool).run(
    db
      .insertInto('serviceLogo')
      .values({ serviceId, ...logo })
      .onConflict((conflict) =>
        conflict
          .column('serviceId')
          .doUpdateSet({ ...logo, changedAt: now })
          .whereRef('serviceLogo.digest', '<>', 'excluded.digest'),
      ),
  )
  return logoPath({ digest, type })
}

const remove = prepared((p: Params<{ serviceId: string }>) =>
  db.deleteFrom('serviceLogo').where('serviceId', '=', p.serviceId),
)
