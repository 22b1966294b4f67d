import { randomBytes } from 'node:crypto'
import { createApp } from '#http/app.ts'
import { listen, type RunningServer } from '#http/listen.ts'
import { fail } from '#domain/errors/errors.ts'
import { createKeyring, sameBytes } from '#platform/keyring.ts'
import { ToyWorld } from '#test/http/toy-service.ts'
import { Form } from '#web/design/form.tsx'
import { Frame } from '#web/design/frame.tsx'
import { file, html, redirect } from '#web/http/answer.ts'
import { createCookies } from '#web/http/cookies.ts'
import { createFlashes } from '#web/http/flash.ts'
import { mountPages } from '#web/http/mount.ts'
import { guardedPage, type PageGuard, param, publicPage } from '#web/http/route.ts'

/** A member is whoever has the cookie; their forms carry `token-of-<name>`. */
const members: PageGuard<{ readonly name: string }> = {
  async open(request) {
    const name = request.cookie('member')
    if (name === undefined) return redirect('/login')
    return { kind: 'entry', session: { name }, csrfToken: `token-of-${name}` }
  },
}

const routes = [
  publicPage({
    method: 'GET',
    path: '/hello/:name',
    handler: (input) =>
      html(
        <Frame title="Bonjour">
          <h1>Bonjour {param(input, 'name')}</h1>
        </Frame>,
      ),
  }),
  publicPage({
    method: 'POST',
    path: '/hello/:name',
    handler: ({ form }) =>
      redirect('/hello/awa', {
        flash: { tone: 'ok', text: `Reçu\u00A0: ${form.text('word')} <b>` },
        cookies: [{ name: 'seen', value: 'yes', maxAgeSeconds: null }],
      }),
  }),
  publicPage({
    method: 'POST',
    path: '/picture',
    formBytesMax: 300_000,
    handler: ({ form }) => html(<p>{`${form.file('picture')?.length ?? 'none'} bytes`}</p>),
  }),
  publicPage({
    method: 'GET',
    path: '/broken',
    handler: () => {
      throw new Error('the secret cause')
    },
  }),
  publicPage({
    method: 'GET',
    path: '/expired',
    handler: () => {
      throw fail('payment_link_expired')
    },
  }),
  publicPage({
    method: 'GET',
    path: '/file',
    handler: () =>
      file({ content: 'a;b', contentType: 'text/csv', fileName: 'reçus été.csv', isSaved: true }),
  }),
  guardedPage(members, {
    method: 'GET',
    path: '/members',
    handler: ({ session }) =>
      html(
        <Frame title={session.name}>
          <h1>{session.name}</h1>
          <Form action="/members">{null}</Form>
        </Frame>,
      ),
  }),
  guardedPage(members, {
    method: 'POST',
    path: '/members',
    handler: ({ session, form }) => html(<p>{`${session.name} ${form.all('box').join('+')}`}</p>),
  }),
]

export type ToyPages = RunningServer & { readonly url: string; readonly world: ToyWorld }

/** Pages of a toy service on a free port, as they are over http or, by the names of their cookies, over https. */
export async function startToyPages(isSecure = false): Promise<ToyPages> {
  const world = new ToyWorld()
  const http = world.dependencies()
  const keyring = createKeyring([randomBytes(32)])
  const pages = mountPages(routes, {
    http,
    assetPath: (name) => `/assets/${name}`,
    cookies: createCookies(isSecure),
    flashes: createFlashes(keyring),
    sameBytes,
    keepLanguage: () => Promise.resolve(false),
  })
  const dependencies = { ...http, pages: [pages] }
  const server = await listen(createApp([], dependencies), {
    host: '127.0.0.1',
    port: 0,
    dependencies,
  })
  return { ...server, url: `http://127.0.0.1:${server.port}`, world }
}
