import { checkEndpointUrl } from '#platform/endpoint-url.ts'
import type { UseCaseContext } from '#use-cases/context.ts'

/** Checks the address of an endpoint; it is stored and called in the normalised form returned here. */
export function checkUrl(
  { webhookPrivateHosts: privateHosts }: Pick<UseCaseContext, 'webhookPrivateHosts'>,
  url: string,
) {
  return checkEndpointUrl(url, { privateHosts })
}
