import type { Mode } from '#domain/transactions/transaction.ts'
import { type FirstSteps, putFirstStepsAway } from '#use-cases/dashboard/first-steps.ts'
import { More } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import type { WebContext } from '#web/context.ts'
import { Form } from '#web/design/form.tsx'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, portalPage, usePortal } from '#web/portal/portal-page.ts'
import type { DashboardWords } from './french.tsx'
import { dashboardWords, useDashboardWords } from './words.ts'

/** The permission to see and hide the list of first steps: held by those who can do them all. */
export const firstStepsPermission = 'service.change'

/** Hides the list. It moves no money and grants nothing, so it needs no password. */
export function putAwayPage(context: WebContext): PageRoute {
  const { database } = context
  return portalPage(context, {
    method: 'POST',
    path: paths.firstStepsAway,
    permission: firstStepsPermission,
    async handler({ session: { person, place }, requestId, language }) {
      const { serviceId, id: serviceEnvId } = place
      const cause = { requestId }
      await putFirstStepsAway(database, person, { serviceId, serviceEnvId, cause })
      const text = dashboardWords[language].steps.isPutAway
      return redirect(paths.home, { flash: { tone: 'info', text } })
    },
  })
}

/** What a new service has to do, each step with its link and whether it is done. */
export function FirstStepsCard({ steps }: { readonly steps: FirstSteps }) {
  const { place } = usePortal()
  const words = useDashboardWords().steps
  // What never had to be done is not a step.
  const shown = listed.filter(({ name }) => steps[name] !== null)
  const done = shown.filter(({ name }) => steps[name])
  const left = shown.filter(({ name }) => !steps[name])
  return (
    <section class="card stack" aria-labelledby="premiers-pas">
      <div class="row spread">
        <h2 id="premiers-pas">{words.title}</h2>
        <span class="soft small">{words.count(done.length, shown.length)}</span>
      </div>
      <Timeline happenings={left.map((step) => toDo(step, { place, words }))} />
      {done.length > 0 && (
        <More title={words.doneAlready}>
          <Timeline
            happenings={done.map(({ name }) => ({
              tone: 'ok',
              title: words[name].title,
              detail: <span class="sr">{words.done}</span>,
            }))}
          />
        </More>
      )}
      <Form action={paths.firstStepsAway}>
        <Button look="quiet">{words.putAway}</Button>
      </Form>
    </section>
  )
}

interface Step {
  readonly name: keyof FirstSteps
  readonly href: string
  /** The mode it counts in; absent if it counts in both. */
  readonly mode?: Mode
}

const listed: readonly Step[] = [
  { name: 'logo', href: paths.logo },
  { name: 'paymentLink', href: paths.newPaymentLink },
  { name: 'testPayment', href: paths.collect, mode: 'sandbox' },
  { name: 'liveMode', href: paths.liveOpening },
  { name: 'payoutAccount', href: paths.accounts, mode: 'live' },
  { name: 'livePayment', href: paths.collect, mode: 'live' },
]

function toDo(
  { name, href, mode }: Step,
  {
    place,
    words,
  }: {
    readonly place: Portal['place']
    readonly words: DashboardWords['steps']
  },
): Happening {
  const { title, way } = words[name]
  const isHere = mode === undefined || mode === place.mode
  const elsewhere = mode === 'live' ? words.toLive : words.toTest
  const detail = <a href={isHere ? href : paths.place}>{isHere ? way : elsewhere}</a>
  return { tone: 'still', title, detail }
}
