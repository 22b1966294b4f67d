import { html } from '#web/http/answer.ts'
import { publicPage } from '#web/http/route.ts'
import { Gallery } from './gallery.tsx'

/** Every component on one page, for whoever builds pages; not in production. */
export function galleryPage() {
  return publicPage({ method: 'GET', path: '/design', handler: () => html(<Gallery />) })
}
