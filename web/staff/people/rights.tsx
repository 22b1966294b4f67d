import { staffRoleNames } from '#domain/people/role-names.ts'
import { type StaffPermission, staffPermissions, staffRoles } from '#domain/people/staff-roles.ts'
import { money } from '#domain/money/money.ts'
import type { WebContext } from '#web/context.ts'
import { moneyText } from '#web/design/money.tsx'
import { Rights } from '#web/design/rights.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { paths } from '#web/staff/paths.ts'
import { deskReads } from '#web/staff/staff-page.ts'

/** Who may do what at the desk, from the table that every page and route checks; open to the whole team. */
export function rightsPage(context: WebContext): PageRoute {
  return deskReads(context, 'everybody')(paths.roles, () => (
    <RightsPage alone={context.staffApprovalAbove} />
  ))
}

const names: Readonly<Record<StaffPermission, string>> = {
  'merchants.view': 'Voir les marchands et chercher des paiements',
  'merchants.manage': 'Ouvrir un marchand, répondre à une demande d’ouverture',
  'queues.view': 'Voir les files et leurs dossiers',
  'cases.note': 'Noter sur un dossier',
  'cases.take': 'Prendre un dossier, le rendre',
  'transfers.process': 'Prendre un virement, le confirmer, le refuser',
  'transfers.approve': 'Approuver un gros virement',
  'refunds.decide': 'Approuver ou refuser un remboursement',
  'outcomes.decide': 'Clore un retrait ou un remboursement sans réponse',
  'funds.confirm': 'Confirmer la réception de fonds',
  'funds.decide': 'Retenir, libérer ou conserver des fonds, établir des règles',
  'accounts.verify': 'Vérifier ou révoquer un compte autorisé',
  'notices.acknowledge': 'Marquer un avis comme vu',
  'runs.look_again': 'Faire reprendre une exécution arrêtée',
  'payouts.suspend': 'Suspendre les retraits, les reprendre',
  'operators.change': 'Fermer ou ouvrir un opérateur',
  'rates.enter': 'Saisir des taux de change',
  'terms.change': 'Proposer ou approuver des conditions',
  'reconciliations.manage': 'Importer des relevés, clore des écarts',
  'ledger.prove': 'Vérifier le grand livre',
  'audit.view': 'Lire le journal d’audit',
  'staff.manage': 'Gérer les membres de l’équipe',
}

function RightsPage({ alone }: { readonly alone: bigint }) {
  const permissions = Object.keys(staffPermissions) as StaffPermission[]
  return (
    <StaffFrame title="Qui peut quoi">
      <h1>Qui peut quoi</h1>
      <p class="soft">
        Personne n’approuve ce qu’il a demandé lui-même. Au-dessus de{' '}
        {moneyText(money(alone, 'XOF'))}, un virement ou un remboursement demande deux personnes
        {'\u00A0'}; des conditions, et tout ce qui donne un accès à quelqu’un, en demandent toujours
        deux.
      </p>
      <div class="card">
        <Rights
          caption="Droits de chaque rôle"
          heading="Droit"
          held="Oui"
          roles={staffRoles}
          names={staffRoleNames}
          rights={permissions.map((permission) => ({
            text: names[permission],
            roles: staffPermissions[permission],
          }))}
        />
      </div>
    </StaffFrame>
  )
}
