import type { ComponentChild } from 'preact'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { Scoped } from '#use-cases/desk/queue.ts'
import { ButtonLink } from '#web/design/button.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { CaseParts, type CaseCare } from './desk/case.tsx'
import { StaffFrame } from './frame.tsx'
import { MerchantCard, type MerchantContext } from './merchant-card.tsx'
import { Heading, type RefusedAct, RefusedNotice, RunLink } from './parts.tsx'

/** An item of a queue, as its page receives it. */
export interface ItemProps<Item, More = unknown> {
  readonly item: Item
  /** Additional data that was read. */
  readonly more: More
  readonly refused: RefusedAct | null
  /** What was typed, if it was refused. */
  readonly form: SentForm
  /** A masked number in full, if somebody asked to see it. */
  readonly shown: string | null
  /** Its notes and assignee, if its queue has them. */
  readonly care: CaseCare | undefined
  /** Faults of a note. */
  readonly caseFaults: readonly FieldFault[]
}

/** What the page of an item shows. */
export interface Page<Item, More> {
  readonly notFound: ErrorCode
  readonly find: (id: string) => Promise<Item>
  /** Reads additional data. */
  readonly more: (item: Item) => Promise<More>
  /** What a decision depends on, as the page showed it; if it differs now, somebody else has acted since. */
  readonly seen?: (item: Item) => string
  readonly title: (item: Item) => string
  readonly heading: (item: Item) => string
  readonly state: (item: Item) => ComponentChild
  /** Label of the link back to the list, if it is not the list's title. */
  readonly back?: string
  readonly above?: (item: Item) => ComponentChild
  readonly body: (props: ItemProps<Item, More>) => ComponentChild
  readonly beside?: (props: ItemProps<Item, More>) => ComponentChild
  readonly runUrl?: (item: Item) => string
  /** A link to another page that shows it. */
  readonly link?: (item: Item) => { readonly href: string; readonly label: string }
}

interface PageQueue<Item, More> {
  readonly path: string
  readonly title: string
  readonly waits?: (item: Item) => boolean
  readonly one: Page<Item, More>
}

/** The page of one item: what it is, the decisions possible now, its merchant, and its notes. */
export function ItemPage<Item extends Scoped & { readonly id: string }, More>({
  queue: { path, title, waits, one },
  merchant,
  back,
  next,
  props,
}: {
  readonly queue: PageQueue<Item, More>
  readonly merchant: MerchantContext
  /** The list, in the view that it was opened from. */
  readonly back: string
  /** The page of the case that is next there. */
  readonly next: string | null
  readonly props: ItemProps<Item, More>
}) {
  const { item, refused } = props
  return (
    <StaffFrame title={one.title(item)}>
      <Ways back={back} label={one.back ?? title} next={next} />
      <Heading title={one.heading(item)}>{one.state(item)}</Heading>
      <RefusedNotice refused={refused} />
      {one.above?.(item)}
      <div class="split">
        <div class="stack">
          {one.body(props)}
          {one.runUrl && <Elsewhere runUrl={one.runUrl(item)} link={one.link?.(item)} />}
        </div>
        <div class="stack">
          {one.beside?.(props)}
          <MerchantCard owner={item} mode={item.mode} context={merchant} />
          {props.care && (
            <CaseParts
              path={`${path}/${item.id}`}
              care={props.care}
              waits={waits !== undefined && waits(item)}
              faults={props.caseFaults}
              form={props.form}
            />
          )}
        </div>
      </div>
    </StaffFrame>
  )
}

/** Back to the list, and on to the case that waits next. */
function Ways({
  back,
  label,
  next,
}: {
  readonly back: string
  readonly label: string
  readonly next: string | null
}) {
  return (
    <p class="row spread">
      <a href={back}>{label}</a>
      {next !== null && (
        <a href={next} rel="next">
          Dossier suivant
        </a>
      )}
    </p>
  )
}

/** Links to its workflow and to what it is part of. */
function Elsewhere({
  runUrl,
  link,
}: {
  readonly runUrl: string
  readonly link: { readonly href: string; readonly label: string } | undefined
}) {
  return (
    <div class="row">
      <RunLink href={runUrl} />
      {link && (
        <ButtonLink href={link.href} look="quiet">
          {link.label}
        </ButtonLink>
      )}
    </div>
  )
}
