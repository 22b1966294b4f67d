import type { ErrorEntry } from './entry.ts'

/** Refusals around log-in and account management. */
export const peopleErrors = {
  session_required: {
    http: 401,
    type: 'authentication_error',
    message: 'Connectez-vous pour continuer.',
    cause: 'Aucune session n’est ouverte, ou elle a pris fin.',
    remedy: 'Connectez-vous, puis recommencez.',
  },
  invalid_credentials: {
    http: 401,
    type: 'authentication_error',
    message: 'L’adresse e-mail ou le mot de passe est incorrect.',
    cause: 'Le compte n’existe pas, est désactivé, ou le mot de passe est faux.',
    remedy: 'Vérifiez votre saisie, ou demandez une nouvelle invitation à un administrateur.',
  },
  invalid_one_time_code: {
    http: 401,
    type: 'authentication_error',
    message: 'Le code à usage unique est incorrect ou a déjà servi.',
    cause: 'Le code est faux, trop ancien, ou a déjà été accepté une fois.',
    remedy: 'Attendez le code suivant de votre application, ou utilisez un code de secours.',
  },
  invalid_passkey: {
    http: 401,
    type: 'authentication_error',
    message: 'Cette clé d’accès n’est pas acceptée. Recommencez.',
    cause:
      'La réponse de l’appareil a déjà servi, est trop ancienne, vient d’un autre site ou d’une autre personne, ou l’appareil n’a pas vérifié qui la donne.',
    remedy: 'Recommencez avec l’appareil de ce compte, ou donnez un code à usage unique.',
  },
  invalid_invitation: {
    http: 401,
    type: 'authentication_error',
    message: 'Cette invitation est inconnue, déjà utilisée ou expirée.',
    cause: 'Le code a déjà servi, a été remplacé, ou a plus de 72 heures.',
    remedy: 'Demandez une nouvelle invitation à un administrateur.',
  },
  invalid_password_code: {
    http: 401,
    type: 'authentication_error',
    message: 'Ce code est incorrect, déjà utilisé ou expiré.',
    cause: 'Le code a déjà servi, a plus de 30 minutes, ou le mot de passe a changé depuis.',
    remedy: 'Vérifiez le code et l’adresse e-mail, ou demandez un autre code.',
  },
  invalid_sign_up_code: {
    http: 401,
    type: 'authentication_error',
    message: 'Ce code est incorrect, déjà utilisé ou expiré.',
    cause: 'Le code a déjà servi, a plus de 24 heures, ou est celui d’une autre adresse.',
    remedy: 'Vérifiez le code et l’adresse e-mail, ou recommencez l’inscription.',
  },
  wrong_password: {
    http: 403,
    type: 'permission_error',
    message: 'Le mot de passe est incorrect.',
    cause: 'Le mot de passe qui confirme l’opération n’est pas celui du compte.',
    remedy: 'Vérifiez votre saisie et recommencez.',
  },
  too_many_attempts: {
    http: 429,
    type: 'rate_limited',
    message: 'Trop de tentatives. Réessayez[ dans {retry_after}].',
    cause: 'Cinq tentatives ont échoué en un quart d’heure, ou trop depuis la même adresse IP.',
    remedy: 'Attendez la durée de l’en-tête Retry-After.',
  },
  invalid_password: {
    http: 422,
    type: 'validation_error',
    message:
      'Le mot de passe doit compter de 12 à 128 caractères variés et différer de l’adresse e-mail.',
    cause: 'Le mot de passe choisi est trop court, trop répétitif, ou repris de l’adresse e-mail.',
    remedy: 'Choisissez par exemple une phrase.',
  },
  email_taken: {
    http: 409,
    type: 'conflict',
    message: 'Cette adresse e-mail a déjà un compte.',
    cause: 'Une adresse e-mail n’a qu’un compte.',
    remedy: 'Utilisez une autre adresse.',
  },
  last_administrator: {
    http: 409,
    type: 'conflict',
    message: 'Le dernier administrateur actif ne peut pas être retiré.',
    cause: 'Il ne resterait personne pour gérer les comptes.',
    remedy: 'Nommez d’abord un autre administrateur.',
  },
  second_factor_required: {
    http: 403,
    type: 'permission_error',
    message: 'Activez d’abord vos codes à usage unique.',
    cause: 'L’équipe travaille ici avec un second facteur, et ce compte n’en a pas.',
    remedy: 'Activez vos codes à usage unique dans votre compte, puis recommencez.',
  },
  account_too_fresh: {
    http: 403,
    type: 'permission_error',
    message: 'Ce compte est trop récent pour approuver. Attendez 24 heures.',
    cause:
      'Le compte vient d’être créé ou rétabli, ou son rôle de changer, il y a moins de 24 heures.',
    remedy: 'Demandez à un autre membre de l’équipe, ou attendez.',
  },
  second_person_needed: {
    http: 409,
    type: 'conflict',
    message: 'Un second administrateur doit approuver cette demande.',
    cause: 'La demande vient de vous, ou concerne votre propre compte.',
    remedy: 'Demandez à un autre administrateur.',
  },
  account_change_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Cette demande n’existe pas.',
    cause: 'L’identifiant n’est celui d’aucune demande de changement de compte.',
    remedy: 'Vérifiez l’identifiant dans la liste des demandes.',
  },
  account_change_over: {
    http: 409,
    type: 'conflict',
    message: 'Cette demande est déjà décidée, ou trop ancienne.',
    cause: 'Elle a été approuvée, refusée ou retirée, ou a plus de 72 heures.',
    remedy: 'Lisez la demande, et faites-en une autre s’il le faut.',
  },
  user_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Cet utilisateur n’existe pas.',
    cause: 'L’identifiant n’est celui de personne ici.',
    remedy: 'Vérifiez l’identifiant dans la liste des utilisateurs.',
  },
} satisfies Record<string, ErrorEntry>
