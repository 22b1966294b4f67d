import { readFileSync } from 'node:fs'
import { Client } from 'pg'

/**
 * Creates the three accounts of deploy/postgres/roles.sql in this database, all with password `x`; returns the URL
 * for a role.
 */
export async function makeRoles(url: string): Promise<(role: Role) => string> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    const sql = new URL('../../deploy/postgres/roles.sql', import.meta.url)
    await admin.query(readFileSync(sql, 'utf8'))
    for (const role of ['migrate', 'serve', 'read'])
      await admin.query(`alter role payments_${role} password 'x'`)
  } finally {
    await admin.end()
  }
  return (role) => {
    const own = new URL(url)
    own.username = role
    own.password = 'x'
    return own.href
  }
}

type Role = 'payments_migrate' | 'payments_serve' | 'payments_read'
