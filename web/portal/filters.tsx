import type { ComponentChildren } from 'preact'
import { More } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Form } from '#web/design/form.tsx'
import { usePortalWords } from './words.tsx'

/**
 * The filters of a list, folded while unused; a filtered list's address can be bookmarked. With a field to type in they
 * are sent, so that the address has what was typed sealed (`portalSearch`).
 */
export function Filters({
  action,
  isOpen,
  hasText = false,
  children,
}: {
  readonly action: string
  readonly isOpen: boolean
  readonly hasText?: boolean
  readonly children: ComponentChildren
}) {
  const words = usePortalWords().list
  return (
    <More title={words.find} isOpen={isOpen}>
      <div class="card">
        <Form action={action} method={hasText ? 'post' : 'get'}>
          <div class="grid">{children}</div>
          <div class="row">
            <Button icon="search">{words.search}</Button>
            {isOpen && <a href={action}>{words.clear}</a>}
          </div>
        </Form>
      </div>
    </More>
  )
}
