import { asId, type LiveOpeningId } from '#domain/ids.ts'
import type { OpeningState } from '#domain/openings/opening.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { approveOpeningAct, refuseOpeningAct } from '#use-cases/openings/decide.ts'
import { findOpening, listOpenings, type LiveOpening } from '#use-cases/openings/find.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { PageRoute } from '#web/http/route.ts'
import { passwordSentence, reasonSentence } from '#web/staff/order.ts'
import { caseCells, PasswordField, ReasonField, State } from '#web/staff/parts.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { useMay } from '#web/staff/staff-page.ts'
import { ActCard } from '#web/staff/act-card.tsx'

/** Merchants that signed up and want their live mode opened, and the answer of who may let a merchant in. */
export function openingPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.openings,
    name: 'openings',
    title: 'Demandes d’ouverture',
    views: { '': 'À décider', all: 'Toutes' },
    caption: 'Demandes d’ouverture, les plus anciennes d’abord',
    columns: () => columns,
    empty: () => ({
      title: 'Aucune demande',
      text: 'Un marchand qui s’est inscrit lui-même demande ici l’ouverture de son mode réel.',
    }),
    list: (page, view) => listOpenings(database, { ...page, isOpen: view === '' }),
    at: ({ askedAt }) => askedAt,
    one: {
      notFound: 'live_opening_not_found',
      find: (id) => findOpening(database, asId<LiveOpeningId>(id)),
      more: () => Promise.resolve(null),
      seen: ({ state }) => state,
      title: ({ merchant }) => `Ouverture de ${merchant.name}`,
      heading: ({ merchant }) => `Ouverture de ${merchant.name}`,
      state: ({ state }) => <State of={states[state]} />,
      body: (props) => <Opening {...props} />,
    },
    orders,
  })
}

const fields = { reason: reasonSentence, password: passwordSentence }

const orders = [
  {
    verb: 'approuver',
    act: approveOpeningAct,
    text: 'Le mode réel est ouvert. Le marchand en est prévenu.',
    fields,
  },
  {
    verb: 'refuser',
    act: refuseOpeningAct,
    text: 'La demande est refusée. Le marchand lit votre motif, et peut demander de nouveau.',
    fields,
  },
]

const states: Readonly<Record<OpeningState, readonly [Tone, string]>> = {
  waiting: ['wait', 'À décider'],
  done: ['ok', 'Ouvert'],
  refused: ['bad', 'Refusée'],
}

const columns: readonly Column<LiveOpening>[] = [
  ...caseCells('Demandé par', paths.openings, ({ asker }: LiveOpening) => asker.name),
  { title: 'RCCM', cell: ({ tradeRegister }) => tradeRegister },
  { title: 'IFU', cell: ({ taxNumber }) => <span class="num">{taxNumber}</span> },
  { title: 'Demandé le', cell: ({ askedAt }) => <Time at={askedAt} /> },
  { title: 'État', cell: ({ state }) => <State of={states[state]} /> },
]

/** What the merchant says of itself, and who says it. */
function Opening(props: ItemProps<LiveOpening>) {
  const { item } = props
  const { asker, phone, decidedAt } = item
  return (
    <>
      <section class="card stack">
        <Facts
          facts={[
            { label: 'Nom public', value: item.publicName },
            { label: 'IFU', value: <span class="num">{item.taxNumber}</span> },
            { label: 'RCCM', value: item.tradeRegister },
            { label: 'Adresse', value: item.address },
            { label: 'Téléphone', value: phone && groupedPhone(phone) },
            { label: 'Demandé par', value: `${asker.name}, ${asker.email}` },
            { label: 'Le', value: <ExactTime at={item.askedAt} /> },
            { label: 'Décidé par', value: item.decidedBy?.name },
            { label: 'Décidé le', value: decidedAt && <ExactTime at={decidedAt} /> },
            { label: 'Motif du refus', value: item.reason },
          ]}
        />
      </section>
      <Decide {...props} />
    </>
  )
}

function Decide({ item, refused, form }: ItemProps<LiveOpening>) {
  if (!useMay('merchants.manage') || item.state !== 'waiting') return null
  const faults = refused?.faults ?? []
  const path = `${paths.openings}/${item.id}`
  return (
    <ActCard title="Décision" faults={faults}>
      <Form action={`${path}/refuser`}>
        <SeenField value={item.state} />
        <ReasonField
          hint="Nécessaire pour un refus : le marchand le lit."
          isOptional
          form={form}
          faults={faults}
        />
        <PasswordField faults={faults} />
        <div class="row">
          <Button action={`${path}/approuver`}>Ouvrir le mode réel</Button>
          <Button look="danger">Refuser</Button>
        </div>
      </Form>
    </ActCard>
  )
}
