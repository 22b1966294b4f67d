import { isUuid } from '#domain/ids.ts'
import { listStaffAudit, type LoggedAct } from '#use-cases/audit/list.ts'
import { listPeople } from '#use-cases/people/find.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { OriginCell } from '#web/door/session-table.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { DeskTable } from '#web/staff/desk-list.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { readList } from '#web/staff/queue.ts'
import { deskReads } from '#web/staff/staff-page.ts'

/** The staff's audit log, newest first; can be filtered by member and by subject. */
export function auditPage(context: WebContext): PageRoute {
  const { database } = context
  return deskReads(context, 'audit.view')(paths.audit, async (input) => {
    const given = (name: string) => {
      const text = (input.query.get(name) ?? '').trim().toLowerCase()
      return isUuid(text) ? text : ''
    }
    const filter = { actorId: given('membre'), subjectId: given('sujet') }
    const { rows, next } = await readList(context, input, {
      list: `audit ${filter.actorId} ${filter.subjectId}`,
      path: paths.audit,
      read: ({ limit, after: [before] = [] }) =>
        listStaffAudit(database, {
          limit,
          before,
          actorId: filter.actorId || undefined,
          subjectId: filter.subjectId || undefined,
        }),
      positionOf: ({ id }) => [id],
    })
    const members = await listPeople(database, { realm: 'staff', merchantId: null })
    return <AuditPage rows={rows} next={next} members={members} filter={filter} />
  })
}

function AuditPage({
  rows,
  next,
  members,
  filter,
}: {
  readonly rows: readonly LoggedAct[]
  readonly next: string | null
  readonly members: readonly StaffMember[]
  readonly filter: Filter
}) {
  return (
    <StaffFrame title="Journal d’audit">
      <h1>Journal d’audit</h1>
      <Filters members={members} filter={filter} />
      <DeskTable
        caption="Journal, le plus récent d’abord"
        columns={columns}
        rows={rows}
        next={next}
        empty={{
          title: 'Aucune ligne',
          icon: 'search',
          text: 'Tout ce que l’équipe fait, ou tente, est écrit ici.',
        }}
      />
    </StaffFrame>
  )
}

type Filter = { readonly actorId: string; readonly subjectId: string }

function Filters({
  members,
  filter,
}: {
  readonly members: readonly StaffMember[]
  readonly filter: Filter
}) {
  return (
    <Form action={paths.audit} method="get">
      <div class="row end">
        <SelectField
          name="membre"
          label="Membre"
          options={[['', 'Tous'], ...members.map(({ id, name }) => [id, name] as const)]}
          value={filter.actorId}
          isFilter
        />
        <Button look="quiet" icon="search">
          Filtrer
        </Button>
      </div>
      {filter.subjectId && (
        <p>
          <input type="hidden" name="sujet" value={filter.subjectId} />
          Les lignes d’un seul sujet. <a href={paths.audit}>Tout le journal</a>
        </p>
      )}
    </Form>
  )
}

const columns: readonly Column<LoggedAct>[] = [
  { title: 'Quoi', cell: ActCell },
  { title: 'Qui', cell: ({ actor }) => actor.name },
  { title: 'Quand', cell: ({ at }) => <Time at={at} /> },
  { title: 'Appareil', cell: OriginCell },
  { title: 'Sujet', cell: SubjectCell },
  { title: 'Motif', cell: ({ reason }) => reason },
  { title: 'Résultat', cell: OutcomeCell },
]

function ActCell({ act, details }: LoggedAct) {
  return (
    <>
      <b>{actNames[act] ?? act}</b>{' '}
      {details['device'] === 'new' && <State of={['wait', 'Nouvel appareil']} />}
      {details['by'] === 'passkey' && <span class="soft small"> clé d’accès</span>}
    </>
  )
}

const shownLength = 8

function SubjectCell({ act, subject }: LoggedAct) {
  if (subject === null) return null
  const { id } = subject
  const path = subjectPath(act, subject)
  const short = (
    <code title={id}>{id.length > shownLength * 2 ? `…${id.slice(-shownLength)}` : id}</code>
  )
  return (
    <>
      {path === null ? short : <a href={path}>{short}</a>}
      {isUuid(id) && (
        <span class="soft small">
          <a href={`${paths.audit}?sujet=${id}`}>ses lignes</a>
        </span>
      )}
    </>
  )
}

function OutcomeCell({ outcome }: LoggedAct) {
  if (outcome === 'done') return <State of={['ok', 'Réussi']} />
  if (outcome === null) return <State of={['wait', 'Interrompu']} />
  return (
    <>
      <State of={['bad', 'Refusé']} />
      <span class="soft small">{outcome}</span>
    </>
  )
}

/** Names of the actions in the audit log. */
const actNames: Readonly<Record<string, string>> = {
  'session.log_in': 'Connexion',
  'session.log_out': 'Déconnexion',
  'session.end': 'Fermeture d’autres sessions',
  'password.change': 'Changement de mot de passe',
  'invitation.accept': 'Acceptation de l’invitation',
  'one_time_codes.enable': 'Activation des codes à usage unique',
  'one_time_codes.disable': 'Retrait des codes à usage unique',
  'passkey.add': 'Ajout d’une clé d’accès',
  'passkey.remove': 'Retrait d’une clé d’accès',
  'passkey.confirm': 'Confirmation par clé d’accès',
  'bank_transfer.take': 'Prise en charge d’un virement',
  'bank_transfer.approve': 'Approbation d’un virement',
  'bank_transfer.mark_transferred': 'Confirmation d’un virement',
  'bank_transfer.reject': 'Refus d’un virement',
  'bank_transfer.mark_returned': 'Retour d’un virement par la banque',
  'bank_transfer.read_account': 'Lecture d’un numéro de compte',
  'refund.approve': 'Approbation d’un remboursement',
  'refund.reject': 'Refus d’un remboursement',
  'late_outcome.refund': 'Demande de rendre un débit tardif',
  'funds.confirm': 'Confirmation de fonds',
  'funds.release': 'Libération de fonds',
  'funds.withhold': 'Conservation de fonds',
  'refund.close': 'Clôture d’un remboursement sans réponse',
  'payout.close': 'Clôture d’un retrait sans réponse',
  'payouts.suspend': 'Suspension de retraits',
  'payouts.resume': 'Reprise de retraits',
  'authorized_account.verify': 'Vérification d’un compte',
  'authorized_account.revoke': 'Révocation d’un compte',
  'authorized_account.read_number': 'Lecture d’un numéro de compte',
  'case.note': 'Note sur un dossier',
  'case.take': 'Prise en charge d’un dossier',
  'case.give_back': 'Dossier rendu',
  'notice.acknowledge': 'Avis vu',
  'run.look_again': 'Reprise d’une exécution',
  'operator.open': 'Réouverture d’un opérateur',
  'operator.close': 'Fermeture d’un opérateur',
  'reconciliation.import': 'Import d’un relevé d’opérateur',
  'difference.close': 'Clôture d’un écart',
  'difference.confirm': 'Confirmation d’une ligne de relevé',
  'contradiction.ask': 'Demande de règlement d’un désaccord',
  'contradiction.settle': 'Règlement d’un désaccord',
  'contradiction.refuse': 'Refus de régler un désaccord',
  'contradiction.withdraw': 'Retrait d’une demande de règlement',
  'ledger.prove': 'Contrôle du grand livre',
  'exchange_rate.propose': 'Saisie d’un taux qui attend une seconde personne',
  'exchange_rate.enter': 'Saisie d’un taux de change',
  'account_change.ask': 'Demande sur un compte',
  'account_change.approve': 'Approbation d’une demande sur un compte',
  'account_change.refuse': 'Refus d’une demande sur un compte',
  'merchant.create': 'Création d’un marchand',
  'merchant.reset_owner': 'Réouverture de l’accès d’un propriétaire',
  'merchant.replace_owner': 'Changement de propriétaire',
  'person.invite': 'Invitation d’un membre',
  'person.renew_invitation': 'Renouvellement d’une invitation',
  'person.change_role': 'Changement de rôle',
  'person.disable': 'Désactivation d’un compte',
  'person.enable': 'Réactivation d’un compte',
  'person.reset_one_time_codes': 'Retrait des codes d’un membre',
  'payer.erase': 'Effacement d’un payeur',
  'exchange_rate.set_age': 'Âge permis d’un taux de change',
  'operator_account.set': 'Compte chez un opérateur',
  'operator_account.remove': 'Retrait d’un compte chez un opérateur',
}

const places: Readonly<Record<string, string>> = {
  transaction: paths.transactions,
  refund: paths.refunds,
  merchant: paths.merchants,
  authorized_account: paths.accounts,
  reconciliation: paths.reconciliations,
  difference: paths.differences,
  contradiction: paths.contradictions,
  ledger_proof: paths.proofs,
}

/** The page of an entry's subject; null if it has none. */
function subjectPath(
  act: string,
  { kind, id }: { readonly kind: string; readonly id: string },
): string | null {
  if (act.startsWith('bank_transfer.')) return `${paths.transfers}/${id}`
  if (act === 'payout.close') return `${paths.payouts}/${id}`
  if (kind === 'person') return act.startsWith('person.') ? `${paths.members}/${id}` : null
  if (kind === 'operator') return paths.operators
  if (kind === 'payout_suspension') return `${paths.suspensions}?vue=all`
  const place = places[kind]
  return place === undefined ? null : `${place}/${id}`
}
