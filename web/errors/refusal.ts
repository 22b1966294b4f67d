import { type ErrorCode, errorTable } from '#domain/errors/errors.ts'
import { errorHead, toServiceError } from '#http/envelope.ts'

/** Content of an error page. */
export interface Refused {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** An error that exists for pages only; may be thrown anywhere in them. All other errors are the API's (`fail`). */
export class PageRefusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(reason)
    this.name = 'PageRefusal'
    this.reason = reason
  }
}

/** Creates an error to throw: `throw refuse('form_expired')`. */
export function refuse(reason: RefusalReason): PageRefusal {
  return new PageRefusal(reason)
}

const pageRefusals = {
  bad_request: [
    400,
    'Demande incomprise',
    'Votre navigateur a envoyé une demande que nous ne comprenons pas.',
  ],
  from_elsewhere: [
    403,
    'Formulaire refusé',
    'Ce formulaire a été envoyé depuis un autre site. Ouvrez la page et recommencez.',
  ],
  form_expired: [
    403,
    'Formulaire périmé',
    'Ce formulaire a été ouvert il y a trop longtemps. Rechargez la page et recommencez.',
  ],
  place_changed: [
    409,
    'Vous avez changé de service ou de mode',
    'Ce formulaire a été ouvert pour un autre service ou un autre mode. Rien n’a été fait\u00A0: revenez à la page et recommencez.',
  ],
  sent_twice: [
    409,
    'Formulaire déjà envoyé',
    'Cette demande nous est déjà parvenue et n’est pas faite deux fois. Ouvrez la page pour voir où elle en est.',
  ],
  test_only: [
    409,
    'Outils du mode test',
    'Cette page n’existe qu’en mode test, où aucun argent réel ne circule. Passez en test, puis revenez-y.',
  ],
  no_service: [
    403,
    'Aucun service',
    'Votre entreprise n’a pas encore de service. Demandez-nous de l’ouvrir.',
  ],
  forbidden: [403, 'Accès refusé', 'Votre compte n’ouvre pas cette page.'],
} as const satisfies Readonly<Record<string, readonly [number, string, string]>>

export type RefusalReason = keyof typeof pageRefusals

/** API errors whose sentence is written for programs, reworded for people. */
const inPlainWords: Partial<Record<ErrorCode, string>> = {
  route_not_found:
    'Cette adresse ne mène nulle part. Vérifiez le lien, ou demandez-le de nouveau à qui vous l’a donné.',
  method_not_allowed:
    'Cette adresse s’ouvre autrement. Revenez à la page précédente et recommencez.',
  invalid_request: 'Votre navigateur a envoyé une demande que nous ne comprenons pas.',
  request_too_large: 'Ce que vous avez envoyé est trop volumineux.',
  internal_error:
    'L’incident est de notre côté. Réessayez dans un instant\u00A0; aucune somme n’est prise deux fois.',
  service_unavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
}

const titles: Readonly<Record<number, string>> = {
  400: 'Demande incomprise',
  401: 'Connexion nécessaire',
  403: 'Accès refusé',
  404: 'Page introuvable',
  405: 'Page introuvable',
  409: 'Opération impossible',
  410: 'Ce lien n’est plus valable',
  413: 'Envoi trop volumineux',
  422: 'Saisie refusée',
  429: 'Trop de demandes',
  500: 'Une erreur est survenue',
  501: 'Pas encore disponible',
  503: 'Service indisponible',
}

/** The page content for any thrown error; for an internal failure it says only that one happened. */
export function refusedBy(thrown: unknown): Refused {
  if (thrown instanceof PageRefusal) {
    const [status, title, text] = pageRefusals[thrown.reason]
    return { status, title, text, headers: {} }
  }
  const error = toServiceError(thrown)
  const { status, headers } = errorHead(error)
  const title = titles[errorTable[error.code].http] ?? 'Une erreur est survenue'
  return { status, title, text: inPlainWords[error.code] ?? error.message, headers }
}
