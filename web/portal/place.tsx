import { refuse } from '#web/errors/refusal.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Choices } from '#web/design/choice.tsx'
import { Form } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from './frame.tsx'
import { paths } from './paths.ts'
import { type Portal, portalPage, rememberPlace } from './portal-page.ts'

/** Switches between services and modes; another merchant's place gets the same error as an unknown one. */
export function placePages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.place,
      handler: ({ session }) => html(<ChoosePlace portal={session} />),
    }),
    portalPage(context, {
      method: 'POST',
      path: paths.place,
      handler: ({ session, form }) => {
        const place = session.places.find(({ id }) => id === form.text('vers'))
        if (place === undefined) throw refuse('bad_request')
        const text =
          place.mode === 'live'
            ? `${place.publicName}\u00A0: vous voyez maintenant l’argent réel.`
            : `${place.publicName}\u00A0: vous êtes en mode test, aucun argent réel ne circule.`
        return redirect(paths.home, {
          cookies: [rememberPlace(place)],
          flash: { tone: 'info', text },
        })
      },
    }),
  ]
}

function ChoosePlace({ portal }: { readonly portal: Portal }) {
  const choices = portal.places.map(({ id, publicName, mode }) => ({
    value: id,
    label: publicName,
    note: mode === 'live' ? 'Mode réel' : 'Mode test',
  }))
  return (
    <PortalFrame portal={portal} title="Services">
      <h1>Services</h1>
      <div class="card narrow">
        <Form action={paths.place}>
          <Choices
            name="vers"
            label="Où voulez-vous travailler&nbsp;?"
            choices={choices}
            value={portal.place.id}
          />
          <Button>Ouvrir</Button>
        </Form>
      </div>
    </PortalFrame>
  )
}
