import { paths } from './paths.ts'

const one = '/[^/]+'

/**
 * Writes of the portal for which a session may be trusted for ten minutes: payment links, closing cash sessions,
 * terminals, settings and logo, and enabling, testing and resending webhooks. All others ask for the password each
 * time: money out, keys, codes and tokens, webhook URLs, people, accounts.
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

/** True for the path of such a write, be it the route's or the form's. */
export function mayBeTrusted(path: string): boolean {
  return trusted.test(path)
}
