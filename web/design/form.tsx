import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { Notice } from './notice.tsx'
import { useScope } from './scope.ts'
import { useDesignWords } from './words.tsx'

/** Name of the hidden field that `<Form>` adds to the forms of logged-in people. */
export const tokenField = 'csrf_token'

/** An error: the field’s name, null if it is about the whole form, and a sentence that says what to do. */
export interface FieldFault {
  readonly field: string | null
  readonly message: string
}

export interface FormProps {
  readonly action: string
  /** `get` for filters without a text, whose address can be bookmarked; what people type never stands in one. */
  readonly method?: 'post' | 'get'
  /** The id by which fields elsewhere on the page belong to it. */
  readonly id?: string
  readonly children: ComponentChildren
}

const ActionQuery = createContext('')

/** What the addresses of all forms within it end in: `?vue=moi`. */
export const SentWith = ActionQuery.Provider

/** A form; those of logged-in people carry their token. */
export function Form({ action, method = 'post', id, children }: FormProps) {
  const query = useContext(ActionQuery)
  return (
    <form action={action + query} method={method} id={id} class="stack">
      {method === 'post' && <Token />}
      {children}
    </form>
  )
}

/** The reader's token, which each of their forms carries. */
export function Token() {
  const { csrfToken } = useScope()
  return csrfToken === null ? null : <input type="hidden" name={tokenField} value={csrfToken} />
}

/** The errors above a form that was refused, each a link to its field; nothing if there are none. */
export function Faults({ faults }: { readonly faults: readonly FieldFault[] }) {
  const words = useDesignWords()
  if (faults.length === 0) return null
  return (
    <Notice tone="bad" title={words.faults} isAnswer>
      <ul>
        {faults.map(({ field, message }) => (
          <li key={field}>
            {field === null ? message : <a href={`#${fieldId(field)}`}>{message}</a>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The id of the field of this name. */
export function fieldId(name: string): string {
  return `champ-${name}`
}
