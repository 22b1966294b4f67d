import { Pool } from 'pg'
import { poolOptions } from '#db/config.ts'
import { readNamespaceOwner } from '#db/installation.ts'
import { databaseOf } from '#platform/env-database.ts'
import type { Env, requireServices } from '#platform/env.ts'
import { connectClient, type TemporalClient } from '#platform/temporal.ts'
import { failed, finding, type Finding } from './finding.ts'

/**
 * Checks that database and namespace belong to the same installation; silent if one does not answer, which other
 * checks report.
 */
export async function checkInstallation(
  env: ReturnType<typeof requireServices> & Env,
): Promise<readonly Finding[]> {
  const pool = new Pool(poolOptions({ ...databaseOf(env), poolSize: 1 }))
  pool.on('error', () => {})
  let temporal: TemporalClient | undefined
  try {
    temporal = connectClient(env)
    const { temporalNamespace: namespace } = env
    const owner = await readNamespaceOwner({ pool, namespace, call: temporal.call })
    return [told[owner](namespace)]
  } catch {
    return []
  } finally {
    await temporal?.close()
    await pool.end()
  }
}

const told: Readonly<Record<'ours' | 'another' | 'nobody', (namespace: string) => Finding>> = {
  ours: (namespace) => finding('installation', 'ok', `${namespace} belongs to this database`),
  nobody: (namespace) =>
    finding('installation', 'ok', `${namespace} is nobody’s yet: the first start takes it`),
  another: (namespace) =>
    failed(
      'installation',
      `${namespace} belongs to another database`,
      'Set TEMPORAL_NAMESPACE to a namespace of this installation’s own (docs/deploying.md#temporal).',
    ),
}
