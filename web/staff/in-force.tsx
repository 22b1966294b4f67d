import type { ComponentChildren } from 'preact'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
import type { WebContext } from '#web/context.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { html } from '#web/http/answer.ts'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { StaffFrame } from './frame.tsx'
import { Heading, Next, type RefusedAct, RefusedNotice, Views } from './parts.tsx'
import { type Desk, type DeskInput, staffPage } from './staff-page.ts'

/** What the staff puts in force and ends, on one page: rules on funds, suspensions of payouts. */

type Handler = Parameters<typeof staffPage>[1]['handler']

interface Act {
  readonly permission: StaffPermission
  readonly handler: Handler
}

interface InForceRoutes {
  readonly path: string
  readonly show: (input: DeskInput) => Promise<Parameters<typeof html>[0]>
  readonly make: Act
  /** `word` is the last segment of its path. */
  readonly end: Act & { readonly word: string }
}

/** Routes of the page, of putting something in force, and of ending it. */
export function inForceRoutes(
  context: WebContext,
  { path, show, make, end: { word, ...end } }: InForceRoutes,
): readonly PageRoute[] {
  return [
    staffPage(context, {
      method: 'GET',
      path,
      permission: 'queues.view',
      handler: async (input) => html(await show(input)),
    }),
    staffPage(context, { method: 'POST', path, ...make }),
    staffPage(context, { method: 'POST', path: `${path}/:id/${word}`, ...end }),
  ]
}

/** Each field of a page has a unique name, by which screen readers find it: `lift-reason-<id>`. */
export function reasonFieldOf(prefix: string, id = ''): string {
  return `${prefix}-reason-${id}`
}

/** True if the faults are about the form that puts something in force, not about one that ends it. */
export function isOfMaking(refused: RefusedAct | null, prefix: string): boolean {
  return (refused?.faults ?? []).some(
    ({ field }) => field !== null && !field.startsWith(reasonFieldOf(prefix)),
  )
}

export interface InForceProps {
  readonly desk: Desk
  readonly next: string | null
  readonly view: string
  readonly refused: RefusedAct | null
  /** What was typed, if it was refused. */
  readonly form: SentForm
}

const views = [
  { value: '', label: 'En vigueur' },
  { value: 'all', label: 'Toutes' },
]

/** What is in force on the left; on the right, for people who may, the form that adds to it. */
export function InForcePage({
  desk,
  next,
  view,
  refused,
  title,
  path,
  making,
  children,
}: InForceProps & {
  readonly title: string
  readonly path: string
  readonly making: ComponentChildren
  readonly children: ComponentChildren
}) {
  return (
    <StaffFrame desk={desk} title={title}>
      <Heading title={title}>
        <Views path={path} views={views} open={view} />
      </Heading>
      <RefusedNotice refused={refused} />
      <div class="split">
        <div class="stack">
          {children}
          <Next href={next} />
        </div>
        {making}
      </div>
    </StaffFrame>
  )
}

/** Form that ends one, with a reason. */
export function EndForm({
  refused,
  form,
  field,
  action,
  ask,
  button,
  children,
}: Pick<InForceProps, 'refused' | 'form'> & {
  readonly field: string
  readonly action: string
  readonly ask: string
  readonly button: string
  readonly children?: ComponentChildren
}) {
  const error = errorAt(refused?.faults ?? [], field)
  return (
    <Ask button={ask} isOpen={error !== undefined}>
      <Form action={action}>
        {children}
        <TextField
          name={field}
          label="Motif"
          value={form.text(field)}
          error={error}
          maxLength={500}
        />
        <Button>{button}</Button>
      </Form>
    </Ask>
  )
}
