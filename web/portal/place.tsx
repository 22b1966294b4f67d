import { refuse } from '#web/errors/refusal.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Choices } from '#web/design/choice.tsx'
import { Form } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from './frame.tsx'
import { paths } from './paths.ts'
import { portalPage, rememberPlace, usePortal } from './portal-page.ts'
import { portalWords, usePortalWords } from './words.tsx'

/** Switches between services and modes; another merchant's place gets the same error as an unknown one. */
export function placePages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.place,
      handler: () => html(<ChoosePlace />),
    }),
    portalPage(context, {
      method: 'POST',
      path: paths.place,
      handler: ({ session, form, language }) => {
        const place = session.places.find(({ id }) => id === form.text('vers'))
        if (place === undefined) throw refuse('bad_request')
        const { nowLive, nowTest } = portalWords[language].place
        const text = (place.mode === 'live' ? nowLive : nowTest)(place.publicName)
        const isToRead = form.text('page') === 'notifications'
        return redirect(isToRead ? paths.notifications : paths.home, {
          cookies: [rememberPlace(place)],
          flash: { tone: 'info', text },
        })
      },
    }),
  ]
}

function ChoosePlace() {
  const portal = usePortal()
  const { place: words, modes } = usePortalWords()
  const choices = portal.places.map(({ id, publicName, mode }) => ({
    value: id,
    label: publicName,
    note: modes[mode],
  }))
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <div class="card narrow">
        <Form action={paths.place}>
          <Choices name="vers" label={words.where} choices={choices} value={portal.place.id} />
          <Button>{words.open}</Button>
        </Form>
      </div>
    </PortalFrame>
  )
}
