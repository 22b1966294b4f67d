import { isJsonObject } from '#http/json.ts'
import type { Operation } from './reference-page.ts'

/** Calls that exist only for requests that name their version in `Service-Version`, as method and path. */
export function addedCalls(operations: readonly Operation[]): string[] {
  return operations.filter(needsVersion).map(({ method, path }) => `${method} ${path}`)
}

function needsVersion({ described }: Operation): boolean {
  const { parameters } = described
  if (!Array.isArray(parameters)) return false
  return parameters.some(
    (each) => isJsonObject(each) && each['name'] === 'Service-Version' && each['required'] === true,
  )
}
