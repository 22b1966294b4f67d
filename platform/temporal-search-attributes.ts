import { isGrpcServiceError } from '@temporalio/client'
import type { TemporalClient } from './temporal.ts'

/** A client, or a worker's connection. */
export interface AttributeRegistrar {
  readonly connection: Pick<TemporalClient['connection'], 'operatorService' | 'workflowService'>
  readonly call: TemporalClient['call']
}

/** Name → type; types are spelled as in `temporal-dev.yml` and Temporal's commands. */
export type SearchAttributes = Readonly<Record<string, SearchAttributeType>>
export type SearchAttributeType = keyof typeof typeNumbers

/** Temporal's numbers of the types (`IndexedValueType` in its API). */
export const typeNumbers = {
  Text: 1,
  Keyword: 2,
  Int: 3,
  Double: 4,
  Bool: 5,
  Datetime: 6,
  KeywordList: 7,
} as const

/**
 * Registers missing search attributes in a namespace; idempotent, and safe to run concurrently. Temporal Cloud only
 * accepts them in its console: the error then lists those to add there. Returns the names added.
 */
export async function registerSearchAttributes(
  temporal: AttributeRegistrar,
  namespace: string,
  attributes: SearchAttributes,
): Promise<readonly string[]> {
  const known = await listSearchAttributes(temporal, namespace)
  const missing = Object.entries(attributes).filter(([name]) => !known.has(name))
  const added: string[] = []
  for (const [name, type] of missing) {
    if (await addSearchAttribute(temporal, namespace, { name, type })) added.push(name)
  }
  return added
}

/** The names of a namespace's custom search attributes. */
export async function listSearchAttributes(
  temporal: AttributeRegistrar,
  namespace: string,
): Promise<ReadonlySet<string>> {
  const { operatorService, workflowService } = temporal.connection
  try {
    const answer = await temporal.call(
      () => operatorService.listSearchAttributes({ namespace }),
      deadlineMs,
    )
    return new Set(Object.keys(answer.customAttributes))
  } catch (error) {
    if (!hasCode(error, notOffered)) throw error
    // Temporal Cloud has no operator service; the namespace description lists the attributes too.
    const answer = await temporal.call(
      () => workflowService.describeNamespace({ namespace }),
      deadlineMs,
    )
    return new Set(Object.values(answer.config?.customSearchAttributeAliases ?? {}))
  }
}

const deadlineMs = 10_000
const alreadyExists: readonly number[] = [6]
/** gRPC status codes: permission denied, unimplemented, unauthenticated. */
const notOffered: readonly number[] = [7, 12, 16]

async function addSearchAttribute(
  temporal: AttributeRegistrar,
  namespace: string,
  attribute: { readonly name: string; readonly type: SearchAttributeType },
): Promise<boolean> {
  const { name, type } = attribute
  const searchAttributes = { [name]: typeNumbers[type] }
  const { operatorService } = temporal.connection
  try {
    await temporal.call(
      () => operatorService.addSearchAttributes({ namespace, searchAttributes }),
      deadlineMs,
    )
    return true
  } catch (error) {
    if (hasCode(error, alreadyExists)) return false
    if (!hasCode(error, notOffered)) throw error
    const place = 'Temporal does not let this client add it; add it in its console.'
    throw new Error(`The search attribute ${name} (${type}) is missing in ${namespace}. ${place}`, {
      cause: error,
    })
  }
}

function hasCode(error: unknown, codes: readonly number[]): boolean {
  return isGrpcServiceError(error) && codes.includes(error.code)
}
