import type { LogoType } from '#domain/settings/logo.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The logo of this digest, whosever it is: logos are public, and their names cannot be guessed. */
export async function findLogo(
  { pool }: Pick<Database, 'pool'>,
  { digest, type }: { readonly digest: string; readonly type: LogoType },
): Promise<Uint8Array | undefined> {
  const row = await onPool(pool).first(contentOf({ digest, type }))
  return row?.content
}

const contentOf = prepared((p: Params<{ digest: string; type: LogoType }>) =>
  db
    .selectFrom('serviceLogo')
    .select('content')
    .where('digest', '=', p.digest)
    .where('type', '=', p.type)
    .limit(1),
)
