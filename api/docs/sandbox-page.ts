import { mandatePageEnding, sandboxCards } from '#domain/sandbox-acquirer.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'

/** What merchants try their code with: cards, and ends of numbers, each with what it does. */
export function sandboxPage(): Page {
  return {
    title: 'Cartes et numéros de test',
    lead: 'Avec une clé de test, aucun argent ne bouge\u00A0: la carte ou le numéro du payeur décide de l’issue du paiement.',
    content: html`<section>
        <h2>Cartes</h2>
        <p>
          Toute date d’expiration à venir et tout cryptogramme conviennent. Une autre carte valide
          réussit. N’envoyez jamais une vraie carte avec une clé de test.
        </p>
        ${table(
          'Numéro',
          sandboxCards.map(({ number, outcome }) => [number, outcome]),
        )}
      </section>
      <section>
        <h2>Numéros de téléphone</h2>
        <p>
          Les quatre derniers chiffres décident, pour Mobile Money et pour le prélèvement
          (direct_debit).
        </p>
        ${table('Fin du numéro', endings)}
      </section>`,
  }
}

const endings: readonly (readonly [string, string])[] = [
  ['0001', 'échec insufficient_funds'],
  ['0002', 'échec payer_rejected'],
  ['0003', 'aucune réponse, puis expiration'],
  ['0004', 'opérateur indisponible trois fois, puis paiement réussi'],
  ['0005', 'en attente d’une décision dans le portail'],
  ['0006', 'paiement réussi, fonds retenus pour vérification'],
  ['0007', 'paiement réussi, fonds à confirmer'],
  ['0008', 'paiement réussi, annoncé deux fois par l’opérateur'],
  ['0009', 'paiement réussi, trouvé en interrogeant l’opérateur'],
  ['0010', 'paiement réussi, annoncé avant la réponse de l’opérateur'],
  ['0011', 'demande sans réponse, pourtant prise\u00A0: paiement réussi'],
  [
    mandatePageEnding,
    'prélèvement\u00A0: le payeur accepte ou refuse le mandat à l’adresse next_action.url\u00A0; Mobile Money\u00A0: paiement réussi',
  ],
  ['autre', 'paiement réussi'],
]

function table(title: string, rows: readonly (readonly [string, string])[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${title}</th>
        <th scope="col">Issue</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, outcome]) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${outcome}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
