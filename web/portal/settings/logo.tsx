import { setServiceLogo } from '#use-cases/settings/set-logo.ts'
import type { WebContext } from '#web/context.ts'
import { Choices } from '#web/design/choice.tsx'
import { fieldId, type FieldFault } from '#web/design/form.tsx'
import { MerchantMark } from '#web/design/merchant.tsx'
import { Notice } from '#web/design/notice.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { settingsWords, useSettingsWords } from './words.ts'

const permission = 'service.change'
/** The page's script shrinks a picture until it fits; payment pages load it over slow connections. */
const logoKilobytesMax = 40
/** The picture as base64url, and the rest of the form. */
const formBytesMax = 80_000

/** Sets or removes a service's logo. */
export function logoPages(context: WebContext): readonly PageRoute[] {
  const page = (_: PortalInput, faults: readonly FieldFault[] = []) => <LogoPage faults={faults} />
  return [
    portalReads(context, permission)(paths.logo, (input) => html(page(input))),
    portalWrite(context, {
      path: paths.logo,
      permission,
      formBytesMax,
      read: readLogo,
      act: (picture, { session }) => ({
        act: picture === null ? 'service.remove_logo' : 'service.change_logo',
        subject: { kind: 'service', id: session.place.serviceId },
      }),
      async work(picture, { session, language }) {
        await setServiceLogo(context.database, session.place.serviceId, picture)
        const { removed, changed } = settingsWords[language].logo
        return doneAt(paths.settings, picture === null ? removed : changed)
      },
      fields: { invalid_logo: 'logo' },
      again: page,
    }),
  ]
}

function readLogo({ form, language }: PortalInput): Buffer | null {
  if (form.text('quoi') === 'retirer') return null
  const picture = form.file('logo')
  const words = settingsWords[language].logo
  const wrong = (message: string) => new FieldRefusal([{ field: 'logo', message }])
  if (picture === null) throw wrong(words.missing)
  if (picture.length > logoKilobytesMax * 1024)
    throw wrong(words.tooLarge(String(logoKilobytesMax)))
  return picture
}

function LogoPage({ faults }: { readonly faults: readonly FieldFault[] }) {
  const { place } = usePortal()
  const { title, save, logo: words } = useSettingsWords()
  return (
    <PortalFrame title={words.title} script="logo.js">
      <p>
        <a href={paths.settings}>{title}</a>
      </p>
      <h1>{words.title}</h1>
      <div class="card stack narrow">
        <p class="row">
          <MerchantMark {...place} />
          <span class="soft">{place.logoPath === null ? words.none : words.present}</span>
        </p>
        <noscript>
          <Notice tone="wait" title={words.needsScript}>
            <p>{words.needsScriptText}</p>
          </Notice>
        </noscript>
        <WriteForm action={paths.logo} faults={faults} button={save}>
          <PictureField error={errorAt(faults, 'logo')} />
          {place.logoPath !== null && (
            <Choices
              name="quoi"
              label={words.whatToDo}
              choices={[
                { value: 'changer', label: words.put },
                { value: 'retirer', label: words.remove, note: words.removeNote },
              ]}
              value="changer"
            />
          )}
        </WriteForm>
      </div>
    </PortalFrame>
  )
}

/** A picture, which the script shrinks, shows and puts into the form; without JavaScript there is no field. */
function PictureField({ error }: { readonly error: string | undefined }) {
  const words = useSettingsWords().logo
  return (
    <div
      class={error === undefined ? 'field' : 'field wrong'}
      data-picture={logoKilobytesMax}
      data-unit={words.kilobytes}
      data-unread={words.unread}
      hidden
    >
      <label for={fieldId('logo')}>{words.picture}</label>
      <p class="hint">{words.pictureHint}</p>
      <span class="box">
        <input id={fieldId('logo')} type="file" accept="image/png,image/jpeg" />
      </span>
      <input type="hidden" name="logo" value="" />
      <p class="row">
        <canvas width="1" height="1" hidden aria-hidden="true" />
        <output class="soft" />
      </p>
      {error !== undefined && <p class="error">{error}</p>}
    </div>
  )
}
