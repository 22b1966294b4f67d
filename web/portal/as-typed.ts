import { tokenField } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'

interface AsTyped {
  /** Answers with the part. */
  readonly to: string
  /** The part of the page that follows what is typed. */
  readonly part: string
  /** Selectors of the fields that are sent, and no others. */
  readonly fields: readonly string[]
  /** What sends them, and where it happens. */
  readonly event: string
  readonly from: string
}

const pause = 'delay:300ms'

/** Attributes of a part that is replaced while somebody types. Fields are sent like a form’s, so no address has them. */
export function useAsTyped({ to, part, fields, event, from }: AsTyped) {
  const { csrfToken } = useScope()
  return {
    'hx-post': to,
    'hx-vals': JSON.stringify({ [tokenField]: csrfToken }),
    'hx-trigger': `${event} ${pause} from:${from}`,
    'hx-include': fields.join(),
    'hx-select': `#${part}`,
    'hx-swap': 'outerHTML',
  }
}
