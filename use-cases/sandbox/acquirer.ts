import { randomBytes, randomUUID } from 'node:crypto'
import { networkOf } from '#domain/collections/card.ts'
import { fail } from '#domain/errors/errors.ts'
import type { SandboxScenario } from '#domain/sandbox/numbers.ts'
import {
  asksOnPage,
  type PayerPageKind,
  sandboxCardScenario,
  sandboxMandateScenario,
} from '#domain/sandbox/acquirer.ts'
import type { Database } from '#db/connect.ts'
import { keepAuthorisation } from './authorisations.ts'
import type { Acquirer, Authorisation, Purchase } from '#use-cases/collections/acquirer.ts'

export interface SandboxAcquirerSettings {
  readonly database: Database
  /** How long a payer may take: the expiry of a collection. */
  readonly expiryMs: number
  /** The public URL of a payer page. */
  readonly pageUrl: (kind: PayerPageKind, pageId: string) => string
}

/** The sandbox's acquirer and bank: of a card they store the scenario and the last digits. */
export function createSandboxAcquirer(settings: SandboxAcquirerSettings): Acquirer {
  return {
    async tokenise({ number }, purchase) {
      const network = networkOf(number)
      if (network === undefined) throw fail('unsupported_card_network', { field: 'card.number' })
      const last4 = number.slice(-4)
      const scenario = sandboxCardScenario(number)
      return { ...(await authorise(settings, purchase, { scenario, last4 })), last4, network }
    },
    askMandate({ phone }, purchase) {
      const scenario = sandboxMandateScenario(phone)
      return authorise(settings, purchase, { scenario, last4: null })
    },
  }
}

const tokenBytes = 24
/** The payer's page expires before the charge, which starts later and so ends later. */
const marginMsMax = 1500

async function authorise(
  { database, expiryMs, pageUrl }: SandboxAcquirerSettings,
  { requestId, mode, amount }: Purchase,
  { scenario, last4 }: { readonly scenario: SandboxScenario; readonly last4: string | null },
): Promise<Authorisation> {
  // Whatever opens a provider by mistake must not suggest real money.
  if (mode !== 'sandbox') throw fail('provider_unavailable', { field: 'provider' })
  const token = `sbx_${randomBytes(tokenBytes).toString('base64url')}`
  const pageId = asksOnPage(scenario) ? randomUUID() : null
  const closesInMs = Math.round(expiryMs - Math.min(marginMsMax, expiryMs / 5))
  const authorisation = { token, requestId, scenario, amount, cardLast4: last4, pageId, closesInMs }
  await keepAuthorisation(database, authorisation)
  return { token, nextActionUrl: pageId && pageUrl(last4 === null ? 'mandats' : '3ds', pageId) }
}
