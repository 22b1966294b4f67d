import type { MtnAccount, MtnProduct } from '#platform/operator-accounts.ts'
import { exchange, type HttpEnd } from '#activities/operators/http.ts'
import { parseObject } from './json.ts'
import { createTokenSource, type IssuedToken, type TokenSource } from './tokens.ts'

export type ProductName = 'collection' | 'disbursement'

export interface MtnCall {
  readonly product: ProductName
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Calls MTN's API with a token; the whole call, including fetching the token, ends within `budgetMs`. */
export type MtnClient = (call: MtnCall) => Promise<HttpEnd>

const tokenTimeoutMs = 2500
/** With less time left than this, an order is better not sent at all. */
const usefulMs = 250

export function createMtnClient(account: MtnAccount, budgetMs: number): MtnClient {
  const products = {
    collection: productOf(account, 'collection'),
    disbursement: productOf(account, 'disbursement'),
  }
  return async (call) => {
    const product = products[call.product]
    if (product === undefined) return { kind: 'not_sent' }
    const deadline = performance.now() + budgetMs
    const first = await attempt({ account, product, call, deadline })
    // MTN rejected the token without looking at the order, so it is sent again with a fresh token.
    const isRefused = first.kind === 'answer' && first.status === 401
    return isRefused ? attempt({ account, product, call, deadline }) : first
  }
}

async function attempt({
  account,
  product,
  call,
  deadline,
}: {
  readonly account: MtnAccount
  readonly product: Product
  readonly call: MtnCall
  readonly deadline: number
}): Promise<HttpEnd> {
  const leftMs = (): number => deadline - performance.now()
  const token = await product.tokens.get(leftMs())
  if (token === undefined || leftMs() < usefulMs) return { kind: 'not_sent' }
  const end = await exchange({
    url: account.baseUrl + call.path,
    method: call.method,
    timeoutMs: leftMs(),
    headers: {
      ...call.headers,
      Authorization: `Bearer ${token}`,
      'X-Target-Environment': account.targetEnvironment,
      'Ocp-Apim-Subscription-Key': product.subscriptionKey,
    },
    ...(call.body !== undefined && { body: call.body }),
  })
  if (end.kind === 'answer' && end.status === 401) product.tokens.drop(token)
  return end
}

interface Product {
  readonly subscriptionKey: string
  readonly tokens: TokenSource
}

function productOf(account: MtnAccount, name: ProductName): Product | undefined {
  const product = account[name]
  if (product === null) return undefined
  const url = `${account.baseUrl}/${name}/token/`
  const tokens = createTokenSource(() => issueToken(url, product))
  return { subscriptionKey: product.subscriptionKey, tokens }
}

async function issueToken(url: string, product: MtnProduct): Promise<IssuedToken | undefined> {
  const user = Buffer.from(`${product.apiUser}:${product.apiKey}`).toString('base64')
  const end = await exchange({
    url,
    method: 'POST',
    timeoutMs: tokenTimeoutMs,
    headers: {
      Authorization: `Basic ${user}`,
      'Ocp-Apim-Subscription-Key': product.subscriptionKey,
    },
  })
  if (end.kind !== 'answer' || end.status !== 200) return undefined
  const { access_token: text, expires_in: seconds } = parseObject(end.text) ?? {}
  // The token goes into a header.
  if (typeof text !== 'string' || !/^[\w.~+/=-]{1,8192}$/.test(text)) return undefined
  const lifetimeSeconds = Number(seconds)
  if (!(lifetimeSeconds > 0)) return undefined
  return { text, lifetimeMs: lifetimeSeconds * 1000 }
}
