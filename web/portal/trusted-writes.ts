import { paths } from './paths.ts'

const one = '/[^/]+'

/**
 * Writes of the portal that a session may be trusted with for ten minutes: what is sold and shown, and that webhooks are
 * sent. All others ask for the password each time: money out, keys, codes and tokens, webhooks' addresses, people,
 * accounts.
 */
const trusted = new RegExp(
  `^(${[
    paths.newPaymentLink,
    `${paths.paymentLinks}${one}/(modifier|adresse|etat)`,
    `${paths.cashSessions}${one}/cloturer`,
    `${paths.terminals}${one}/modifier`,
    paths.settings,
    paths.logo,
    `${paths.webhooks}${one}/(etat|test)`,
    `${paths.deliveries}${one}/(relancer|avancer)`,
    paths.replays,
    `${paths.replays}${one}/arreter`,
  ].join('|')})$`,
)

/** True for the address of such a write, be it that of its route or that of its form. */
export function mayBeTrusted(path: string): boolean {
  return trusted.test(path)
}
