import { checkEndpointUrl } from '#platform/endpoint-url.ts'
import type { UseCaseContext } from '#use-cases/context.ts'

/** Judges the address of a webhook, which is stored and called as it is understood here. */
export function checkUrl(
  { webhookPrivateHosts: privateHosts }: Pick<UseCaseContext, 'webhookPrivateHosts'>,
  url: string,
) {
  return checkEndpointUrl(url, { privateHosts })
}

/** Why an address is refused. */
export type UrlRefusal = Extract<ReturnType<typeof checkUrl>, { readonly ok: false }>['reason']
