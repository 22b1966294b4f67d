import type { TermsChangeState } from '#domain/pricing/agreed.ts'
import { asId, type TermsChangeId } from '#domain/ids.ts'
import {
  findTermsChange,
  listTermsChanges,
  readAgreedTerms,
  type TermsChange,
} from '#use-cases/pricing/agreed.ts'
import { approveTermsAct, refuseTermsAct } from '#use-cases/pricing/change-terms.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { PageRoute } from '#web/http/route.ts'
import { passwordSentence } from '#web/staff/order.ts'
import { caseCells, PasswordField, State } from '#web/staff/parts.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { may, useDesk } from '#web/staff/staff-page.ts'
import { feeText, termsFacts } from '#web/transactions/terms.tsx'
import { askTermsPages } from './ask.tsx'

/** Terms of services that one staff member requests and another puts in force, and the request form. */
export function termsPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    ...askTermsPages(context),
    ...queuePages(context, {
      path: paths.terms,
      name: 'terms',
      title: 'Conditions',
      views: { '': 'À approuver', all: 'Toutes' },
      caption: 'Conditions, les plus anciennes d’abord',
      columns: () => columns,
      empty: () => ({
        title: 'Aucune demande',
        text: 'Les conditions d’un service se changent de la page de son marchand.',
      }),
      list: (page, view) => listTermsChanges(database, { ...page, isOpen: view === '' }),
      at: ({ askedAt }) => askedAt,
      one: {
        notFound: 'terms_change_not_found',
        find: (id) => findTermsChange(database, asId<TermsChangeId>(id)),
        more: ({ serviceEnvId }) => readAgreedTerms(database, serviceEnvId),
        seen: ({ state }) => state,
        title: ({ service }) => `Conditions de ${service.name}`,
        heading: ({ service }) => `Conditions de ${service.name}`,
        state: ({ state }) => <State of={states[state]} />,
        body: (props) => <Sheet {...props} />,
        link: ({ serviceEnvId }) => ({
          href: `${paths.terms}/service/${serviceEnvId}`,
          label: 'Conditions du service',
        }),
      },
      orders,
    }),
  ]
}

const orders = [
  {
    verb: 'approuver',
    act: approveTermsAct,
    text: 'En vigueur dès maintenant, pour les prochains paiements.',
    fields: { password: passwordSentence },
  },
  {
    verb: 'refuser',
    act: refuseTermsAct,
    text: 'La demande est close. Rien n’a changé.',
    fields: { password: passwordSentence },
  },
]

const states: Readonly<Record<TermsChangeState, readonly [Tone, string]>> = {
  waiting: ['wait', 'Attend une seconde personne'],
  done: ['ok', 'En vigueur depuis'],
  refused: ['bad', 'Refusées'],
  withdrawn: ['still', 'Retirées'],
}

const columns: readonly Column<TermsChange>[] = [
  ...caseCells('Service', paths.terms, ({ service }: TermsChange) => service.name),
  { title: 'Encaissements', cell: ({ terms }) => feeText(terms.collection, 'fr') },
  { title: 'Retraits', cell: ({ terms }) => feeText(terms.payout, 'fr') },
  { title: 'Demandé', cell: ({ askedAt }) => <Time at={askedAt} /> },
  { title: 'État', cell: ({ state }) => <State of={states[state]} /> },
]

type SheetProps = ItemProps<TermsChange, Awaited<ReturnType<typeof readAgreedTerms>>>

/** The requested terms beside those in force, and who requested them. */
function Sheet(props: SheetProps) {
  const { item, more } = props
  const { terms, reason, askedBy, askedAt, decidedBy, decidedAt } = item
  const delay = (hours: number) => ({ label: 'Délai', value: `${hours}\u00A0h` })
  return (
    <>
      <section class="card stack">
        <h2>Conditions demandées</h2>
        <Facts
          facts={[
            ...termsFacts(terms, 'fr'),
            delay(terms.delayHours),
            { label: 'Motif', value: reason },
            { label: 'Demandé par', value: askedBy?.name },
            { label: 'Le', value: <ExactTime at={askedAt} /> },
            { label: 'Décidé par', value: decidedBy?.name },
            { label: 'Décidé le', value: decidedAt && <ExactTime at={decidedAt} /> },
          ]}
        />
      </section>
      <section class="card stack">
        <h2>Aujourd’hui</h2>
        <Facts facts={[...termsFacts(more.agreed, 'fr'), delay(more.agreed.delayHours)]} />
      </section>
      <Decide {...props} />
    </>
  )
}

function Decide(props: SheetProps) {
  const { item, refused } = props
  const desk = useDesk()
  if (item.state !== 'waiting' || !may(desk, 'terms.change')) return null
  const isOwn = item.askedBy?.id === desk.person.id
  const faults = refused?.faults ?? []
  return (
    <section class="card stack">
      <h2>{isOwn ? 'Retirer' : 'Décider'}</h2>
      {isOwn && (
        <p class="soft">
          Vous avez fait cette demande{'\u00A0'}: une autre personne la met en vigueur.
        </p>
      )}
      <Faults faults={faults} />
      <Form action={`${paths.terms}/${item.id}/refuser`}>
        <SeenField value={item.state} />
        <PasswordField faults={faults} />
        <Choice item={item} isOwn={isOwn} />
      </Form>
    </section>
  )
}

function Choice({ item, isOwn }: Pick<SheetProps, 'item'> & { readonly isOwn: boolean }) {
  if (isOwn) return <Button look="danger">Retirer la demande</Button>
  return (
    <div class="row">
      <Button action={`${paths.terms}/${item.id}/approuver`}>Mettre en vigueur</Button>
      <Button look="danger">Refuser</Button>
    </div>
  )
}
