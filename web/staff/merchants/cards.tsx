import type { Mode, FinalStatus, TransactionType } from '#domain/transactions/transaction.ts'
import { type Money, money } from '#domain/money/money.ts'
import type { PortalUser } from '#domain/people/person.ts'
import { portalRoleNames } from '#domain/people/role-names.ts'
import { maskCustomer } from '#domain/transactions/mask.ts'
import type { Ended, ServiceFigures } from '#use-cases/desk/merchant-figures.ts'
import type { Queue } from '#use-cases/desk/figures.ts'
import type { OpenCase } from '#use-cases/desk/open-cases.ts'
import type { MerchantRecord } from '#use-cases/merchants/find.ts'
import { StatusBadge, statusNames } from '#web/design/badge.tsx'
import { More } from '#web/design/ask.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Stat } from '#web/design/stat.tsx'
import { Time } from '#web/design/time.tsx'
import { Age, Locked, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { counted, modeNames, personStates } from '#web/staff/words.ts'

type Service = MerchantRecord['services'][number]

/** A service in one mode: its money, its figures, its latest payments, and links to pages that act on it. */
export function ServiceCard({
  service,
  mode,
  figures,
}: {
  readonly service: Service
  readonly mode: Mode
  readonly figures: ServiceFigures
}) {
  const { name, environments } = service
  const environment = environments.find((each) => each.mode === mode)
  const { balance, today, thirtyDays, latest } = figures
  const xof = (minor: bigint) => <Amount of={money(minor, 'XOF')} />
  return (
    <section class="card stack">
      <h2>
        {name} · {modeNames[mode].toLowerCase()}
      </h2>
      <div class="grid figures">
        <Collected label="Encaissé aujourd’hui" ended={today} />
        <Collected label="Encaissé en 30 jours" ended={thirtyDays} />
      </div>
      <Facts
        facts={[
          { label: 'Solde disponible', value: xof(balance.available) },
          { label: 'En attente', value: xof(balance.pending) },
          { label: 'À confirmer', value: xof(balance.pendingConfirmation) },
          { label: 'Retenu', value: balance.held > 0n ? xof(balance.held) : null },
          { label: 'Réservé', value: balance.reserved > 0n ? xof(balance.reserved) : null },
        ]}
      />
      <ByStatus ended={thirtyDays} />
      <Latest payments={latest} />
      {environment && <Elsewhere service={service} environment={environment} />}
    </section>
  )
}

function Latest({ payments }: { readonly payments: ServiceFigures['latest'] }) {
  return (
    <>
      <h3>Derniers paiements</h3>
      {payments.length === 0 ? (
        <p class="soft">Aucun pour l’instant.</p>
      ) : (
        <ul class="lines">
          {payments.map((payment) => (
            <Payment key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Links to other pages that act on a service. */
function Elsewhere({
  service: { id, publicName, currency },
  environment,
}: {
  readonly service: Service
  readonly environment: Service['environments'][number]
}) {
  const { mode } = environment
  return (
    <>
      <p class="row">
        <a href={`${paths.terms}/service/${environment.id}`}>Conditions</a>
        <a href={`${paths.suspensions}?service=${environment.id}`}>Suspendre ses retraits</a>
        {mode === 'live' && (
          <a href={`${paths.newReconciliation}?service=${environment.id}`}>
            Importer un relevé de son compte
          </a>
        )}
      </p>
      <More title="Identifiants">
        <Facts
          facts={[
            { label: 'Nom public', value: publicName },
            { label: 'Devise', value: currency },
            { label: 'Service', value: <code>{id}</code> },
            { label: modeNames[mode], value: <code>{environment.id}</code> },
          ]}
        />
      </More>
    </>
  )
}

function Collected({ label, ended }: { readonly label: string; readonly ended: readonly Ended[] }) {
  const paid = ended.find(isOf('collection', 'succeeded'))
  const collections = ended.filter(({ type }) => type === 'collection')
  const all = collections.reduce((sum, { count }) => sum + count, 0)
  return (
    <Stat
      label={label}
      note={`${counted(paid?.count ?? 0, 'réussi')} sur ${counted(all, 'terminé')}`}
    >
      <Sums of={paid?.net ?? [money(0n, 'XOF')]} />
    </Stat>
  )
}

function isOf(type: TransactionType, status: FinalStatus) {
  return (ended: Ended) => ended.type === type && ended.status === status
}

function Sums({ of: sums }: { readonly of: readonly Money[] }) {
  return (
    <>
      {sums.map((sum) => (
        <span key={sum.currency}>
          <Amount of={sum} />{' '}
        </span>
      ))}
    </>
  )
}

/** Outcomes of the last 30 days. */
function ByStatus({ ended }: { readonly ended: readonly Ended[] }) {
  if (ended.length === 0) return null
  return (
    <>
      <h3>Terminés en 30 jours</h3>
      <Facts
        facts={ended.map(({ type, status, count, net }) => ({
          label: `${typeNames[type]} · ${statusNames.fr[status].toLowerCase()}`,
          value: (
            <>
              {count}
              {status === 'succeeded' && (
                <>
                  {' · '}
                  <Sums of={net} />
                </>
              )}
            </>
          ),
        }))}
      />
    </>
  )
}

const typeNames: Readonly<Record<TransactionType, string>> = {
  collection: 'Paiements',
  payout: 'Retraits',
}

function Payment({ payment }: { readonly payment: ServiceFigures['latest'][number] }) {
  const { id, reference, createdAt, price, status, type, customer } = payment
  const isOut = type === 'payout'
  return (
    <li>
      <span>
        <a href={`${paths.transactions}/${id}`}>{maskCustomer(customer).name ?? reference}</a>
        <span class="soft small">
          {isOut ? 'Retrait' : 'Paiement'}, <Time at={createdAt} />
        </span>
      </span>
      <span class="num">
        {isOut && '\u2212'}
        <Amount of={price} />
        <StatusBadge status={status} />
      </span>
    </li>
  )
}

const queues: Readonly<Record<Queue, readonly [string, string]>> = {
  transfers: ['Virement', paths.transfers],
  refunds: ['Remboursement', paths.refunds],
  payouts: ['Retrait à clore', paths.payouts],
  funds: ['Fonds', paths.funds],
  lateOutcomes: ['Débit tardif', paths.lateOutcomes],
  accounts: ['Compte à vérifier', paths.accounts],
  differences: ['Écart de relevé', paths.differences],
  openings: ['Ouverture du mode réel', paths.openings],
  contradictions: ['Désaccord à régler', paths.contradictions],
}

/** The merchant's open cases, the longest waiting first. */
export function OpenCases({ cases }: { readonly cases: readonly OpenCase[] }) {
  return (
    <section class="card stack">
      <h2>À traiter</h2>
      {cases.length === 0 ? (
        <p class="soft">Rien n’attend.</p>
      ) : (
        <ul class="lines">
          {cases.map(({ queue, id, name, since }) => (
            <li key={`${queue} ${id}`}>
              <span>
                <a href={`${queues[queue][1]}/${id}`}>{name}</a>
                <span class="soft small">{queues[queue][0]}</span>
              </span>
              <span class="num">
                <Age since={since} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const peopleShown = 20

/** People who can log in for the merchant, besides its owner. */
export function Members({
  people,
  locks,
}: {
  readonly people: readonly PortalUser[]
  readonly locks: ReadonlyMap<string, Date>
}) {
  const others = people.filter(({ role }) => role !== 'owner')
  if (others.length === 0) return null
  return (
    <section class="card stack">
      <h2>Équipe du marchand</h2>
      <ul class="lines">
        {others.slice(0, peopleShown).map(({ id, name, email, role, status }) => (
          <li key={id}>
            <span>
              {name}
              <span class="soft small">
                {portalRoleNames.fr[role]} · {email}
              </span>
              <Locked until={locks.get(id)} />
            </span>
            <span class="num">
              <State of={personStates[status]} />
            </span>
          </li>
        ))}
      </ul>
      {others.length > peopleShown && (
        <p class="soft small">Et {others.length - peopleShown} autres.</p>
      )}
    </section>
  )
}
