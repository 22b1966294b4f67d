import type { QueuedAccount } from '#use-cases/authorized-accounts/queue.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button, CopyButton } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { Age } from '#web/staff/age.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { MerchantCard } from '#web/staff/merchant-card.tsx'
import type { MerchantContext } from '#web/staff/merchant-context.ts'
import {
  Heading,
  Next,
  OwnerCell,
  type RefusedAct,
  RefusedNotice,
  SeenField,
  State,
  Views,
} from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'
import { accountStates, providerName } from '#web/staff/words.ts'
import { revokeReason } from './fields.ts'

const views = [
  { value: '', label: 'À vérifier' },
  { value: 'active', label: 'Ouverts' },
  { value: 'revoked', label: 'Révoqués' },
]

/** Accounts that merchants want to pay to, the oldest first. */
export function AccountList({
  desk,
  rows,
  next,
  view,
}: {
  readonly desk: Desk
  readonly rows: readonly QueuedAccount[]
  readonly next: string | null
  readonly view: string
}) {
  return (
    <StaffFrame desk={desk} title="Comptes autorisés">
      <Heading title="Comptes autorisés">
        <Views path={paths.accounts} views={views} open={view} />
      </Heading>
      {rows.length === 0 ? (
        <Empty title={view === '' ? 'Aucun compte à vérifier' : 'Aucun compte ici'} icon="check">
          {view === '' && (
            <p>Les comptes que les marchands ajoutent pour leurs retraits apparaissent ici.</p>
          )}
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption="Comptes, le plus ancien d’abord"
            columns={view === '' ? waiting : decided}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </div>
      )}
      <Next href={next} />
    </StaffFrame>
  )
}

const known: readonly Column<QueuedAccount>[] = [
  {
    title: 'Titulaire',
    cell: ({ id, holderName }) => <a href={`${paths.accounts}/${id}`}>{holderName}</a>,
  },
  { title: 'Marchand', cell: OwnerCell },
  { title: 'Chez', cell: ({ provider }) => providerName(provider) },
  { title: 'Numéro', cell: ({ numberMasked }) => <span class="num">{numberMasked}</span> },
]

const waiting: readonly Column<QueuedAccount>[] = [
  ...known,
  { title: 'Attend depuis', cell: ({ createdAt }) => <Age since={createdAt} /> },
]

const decided: readonly Column<QueuedAccount>[] = [
  ...known,
  {
    title: 'Décidé',
    cell: ({ revokedAt, verifiedAt, createdAt }) => (
      <Time at={revokedAt ?? verifiedAt ?? createdAt} />
    ),
  },
]

export interface AccountPageProps {
  readonly desk: Desk
  readonly account: QueuedAccount
  readonly merchant: MerchantContext
  readonly refused: RefusedAct | null
  /** Whole, where somebody asked to see it. */
  readonly number: string | null
  /** What was typed, where it was refused. */
  readonly form: SentForm
}

/** One account: whose it is said to be, its number for who verifies it, and what is decided. */
export function AccountPage(props: AccountPageProps) {
  const { desk, account, merchant, refused } = props
  return (
    <StaffFrame desk={desk} title={`Compte de ${account.holderName}`}>
      <p>
        <a href={paths.accounts}>Comptes autorisés</a>
      </p>
      <Heading title={account.holderName}>
        <State of={accountStates[account.status]} />
      </Heading>
      <RefusedNotice refused={refused} />
      <div class="split">
        <div class="stack">
          <section class="card stack">
            <Facts
              facts={[
                { label: 'Numéro', value: <AccountNumber {...props} /> },
                { label: 'Chez', value: providerName(account.provider) },
                { label: 'Titulaire annoncé', value: account.holderName },
                { label: 'Ajouté', value: <ExactTime at={account.createdAt} /> },
                {
                  label: 'Vérifié',
                  value: account.verifiedAt && <ExactTime at={account.verifiedAt} />,
                },
                {
                  label: 'Révoqué',
                  value: account.revokedAt && <ExactTime at={account.revokedAt} />,
                },
              ]}
            />
          </section>
          <Decision {...props} />
        </div>
        <MerchantCard owner={account} mode={account.mode} context={merchant} />
      </div>
    </StaffFrame>
  )
}

/** Masked until somebody who verifies asks for it, which the audit log keeps. */
function AccountNumber({ desk, account, number }: AccountPageProps) {
  if (number !== null) {
    return (
      <div class="stack">
        <code class="secret">{number}</code>
        <CopyButton text={number}>Copier le numéro</CopyButton>
      </div>
    )
  }
  return (
    <div class="row">
      <span class="num">{account.numberMasked}</span>
      {may(desk, 'accounts.verify') && (
        <Form action={`${paths.accounts}/${account.id}/numero`}>
          <Button look="quiet">Afficher le numéro</Button>
        </Form>
      )}
    </div>
  )
}

function Decision({ desk, account, refused, form }: AccountPageProps) {
  if (account.status === 'revoked' || !may(desk, 'accounts.verify')) return null
  const faults = refused?.faults ?? []
  const path = `${paths.accounts}/${account.id}`
  return (
    <section class="card stack">
      <h2>Décision</h2>
      <Faults faults={faults} />
      {account.status === 'pending' && (
        <Form action={`${path}/verifier`}>
          <SeenField value={account.status} />
          <LinesField
            name="reason"
            label="Comment vous l’avez vérifié"
            hint="Par exemple : rappelé au numéro du contrat, relevé d’identité bancaire reçu."
            value={form.text('reason')}
            error={errorAt(faults, 'reason')}
            maxLength={500}
          />
          <Button>Ouvrir aux retraits</Button>
        </Form>
      )}
      <Ask button="Révoquer…" isDanger isOpen={errorAt(faults, revokeReason) !== undefined}>
        <Form action={`${path}/revoquer`}>
          <SeenField value={account.status} />
          <LinesField
            name={revokeReason}
            label="Motif"
            hint="C’est définitif. Reste dans le journal de l’équipe."
            value={form.text(revokeReason)}
            error={errorAt(faults, revokeReason)}
            maxLength={500}
          />
          <Button look="danger">Révoquer pour toujours</Button>
        </Form>
      </Ask>
    </section>
  )
}
