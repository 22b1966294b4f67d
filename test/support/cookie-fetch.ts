/** What a page answered to a browser without a script. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Headers
  readonly location: string | null
  readonly text: string
}

/** Fetches pages of this address as a browser does, which sends its cookies and keeps those it is given. */
export function fetcherWith(baseUrl: string, cookies: Map<string, string>) {
  return async (path: string, init: RequestInit = {}): Promise<PageAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, baseUrl), {
      redirect: 'manual',
      headers: { Cookie: cookie, Accept: 'text/html' },
      ...init,
    })
    keepCookies(cookies, response.headers)
    const { status, headers } = response
    return { status, headers, location: headers.get('Location'), text: await response.text() }
  }
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}
