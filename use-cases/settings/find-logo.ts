import type { LogoType } from '#domain/settings/logo.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** The logo of this digest, whosever it is: logos are public, and their names cannot be guessed. */
export async function findLogo(
  { pool }: Pick<Database, 'pool'>,
  { digest, type }: { readonly digest: string; readonly type: LogoType },
): Promise<Buffer | undefined> {
  const [row] = await onPool(pool).rows<{ content: Buffer }>(
    'select content from service_logo where digest = $1 and type = $2 limit 1',
    [digest, type],
  )
  return row?.content
}
