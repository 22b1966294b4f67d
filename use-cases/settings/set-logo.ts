import { createHash } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { logoLimits, logoPath, type LogoType } from '#domain/settings/logo.ts'
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
  await onPool(pool).run(upsert({ serviceId, digest, type, width, height, content }))
  return logoPath({ digest, type })
}

const remove = prepared((p: Params<{ serviceId: string }>) =>
  db.deleteFrom('serviceLogo').where('serviceId', '=', p.serviceId),
)

const upsert = prepared(
  (
    p: Params<{
      serviceId: string
      digest: string
      type: LogoType
      width: number
      height: number
      content: Uint8Array
    }>,
  ) =>
    db
      .insertInto('serviceLogo')
      .values({
        serviceId: p.serviceId,
        digest: p.digest,
        type: p.type,
        width: p.width,
        height: p.height,
        content: p.content,
      })
      .onConflict((conflict) =>
        conflict
          .column('serviceId')
          .doUpdateSet((eb) => ({
            digest: eb.ref('excluded.digest'),
            type: eb.ref('excluded.type'),
            width: eb.ref('excluded.width'),
            height: eb.ref('excluded.height'),
            content: eb.ref('excluded.content'),
            changedAt: now,
          }))
          .whereRef('serviceLogo.digest', '<>', 'excluded.digest'),
      ),
)
