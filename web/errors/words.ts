import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What error pages say, in French. */
const french = {
  /** Refusals that only pages have. */
  refusals: {
    bad_request: {
      title: 'Demande incomprise',
      text: 'Votre navigateur a envoyé une demande que nous ne comprenons pas.',
    },
    from_elsewhere: {
      title: 'Formulaire refusé',
      text: 'Ce formulaire a été envoyé depuis un autre site. Ouvrez la page et recommencez.',
    },
    form_expired: {
      title: 'Formulaire périmé',
      text: 'Ce formulaire a été ouvert il y a trop longtemps. Rechargez la page et recommencez.',
    },
    place_changed: {
      title: 'Vous avez changé de service ou de mode',
      text: 'Ce formulaire a été ouvert pour un autre service ou un autre mode. Rien n’a été fait\u00A0: revenez à la page et recommencez.',
    },
    sent_twice: {
      title: 'Formulaire déjà envoyé',
      text: 'Cette demande nous est déjà parvenue et n’est pas faite deux fois. Ouvrez la page pour voir où elle en est.',
    },
    test_only: {
      title: 'Outils du mode test',
      text: 'Cette page n’existe qu’en mode test, où aucun argent réel ne circule. Passez en test, puis revenez-y.',
    },
    no_service: {
      title: 'Aucun service',
      text: 'Votre entreprise n’a pas encore de service. Demandez-nous de l’ouvrir.',
    },
    forbidden: {
      title: 'Accès refusé',
      text: 'Votre compte n’ouvre pas cette page.',
    },
  },
  /** The API's refusals whose sentence is meant for programs, reworded for people; by code. */
  inPlainWords: {
    route_not_found:
      'Cette adresse ne mène nulle part. Vérifiez le lien, ou demandez-le de nouveau à qui vous l’a donné.',
    method_not_allowed:
      'Cette adresse s’ouvre autrement. Revenez à la page précédente et recommencez.',
    invalid_request: 'Votre navigateur a envoyé une demande que nous ne comprenons pas.',
    request_too_large: 'Ce que vous avez envoyé est trop volumineux.',
    internal_error:
      'L’incident est de notre côté. Réessayez dans un instant\u00A0; aucune somme n’est prise deux fois.',
    service_unavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
  },
  /** By status. */
  titles: {
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
  },
  otherTitle: 'Une erreur est survenue',
  number: (status: string) => `Erreur ${status} · demande`,
  home: 'Retour à l’accueil',
  search: 'Chercher…',
  portal: {
    home: 'Retour à l’accueil du portail',
    search: 'Chercher un paiement, un client, une référence',
  },
}

const english: typeof french = {
  refusals: {
    bad_request: {
      title: 'Request not understood',
      text: 'Your browser sent a request that we do not understand.',
    },
    from_elsewhere: {
      title: 'Form rejected',
      text: 'This form was sent from another site. Open the page and start again.',
    },
    form_expired: {
      title: 'Form expired',
      text: 'This form was opened too long ago. Reload the page and start again.',
    },
    place_changed: {
      title: 'You have switched service or mode',
      text: 'This form was opened for another service or another mode. Nothing was done: go back to the page and start again.',
    },
    sent_twice: {
      title: 'Form already sent',
      text: 'We have already received this request and will not carry it out twice. Open the page to see where it stands.',
    },
    test_only: {
      title: 'Test mode tools',
      text: 'This page is only available in test mode, where no real money moves. Switch to test mode, then come back.',
    },
    no_service: {
      title: 'No service',
      text: 'Your business has no service yet. Ask us to open one.',
    },
    forbidden: { title: 'Access denied', text: 'Your account does not have access to this page.' },
  },
  inPlainWords: {
    route_not_found:
      'There is nothing at this address. Check the link, or ask the person who gave it to you to send it again.',
    method_not_allowed:
      'This address cannot be opened this way. Go back to the previous page and start again.',
    invalid_request: 'Your browser sent a request that we do not understand.',
    request_too_large: 'What you sent is too large.',
    internal_error:
      'The problem is on our side. Try again in a moment: no money will be taken twice.',
    service_unavailable: 'The service is temporarily unavailable. Try again in a moment.',
  },
  titles: {
    400: 'Request not understood',
    401: 'Log-in required',
    403: 'Access denied',
    404: 'Page not found',
    405: 'Page not found',
    409: 'Not possible',
    410: 'This link is no longer valid',
    413: 'Upload too large',
    422: 'Invalid entry',
    429: 'Too many requests',
    500: 'Something went wrong',
    501: 'Not available yet',
    503: 'Service unavailable',
  },
  otherTitle: 'Something went wrong',
  number: (status) => `Error ${status} · request`,
  home: 'Back to the home page',
  search: 'Search…',
  portal: {
    home: 'Back to the portal home page',
    search: 'Search for a payment, a customer or a reference',
  },
}

export const errorWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

export const useErrorWords = inPageLanguage(errorWords)
