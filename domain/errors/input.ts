import type { ErrorEntry } from './entry.ts'

/** Errors in the structure of a body or query, whatever its fields: 422 `validation_error`. */
export const inputErrors = {
  validation_failed: {
    http: 422,
    type: 'validation_error',
    message: 'Plusieurs champs de la requête sont invalides.',
    cause: 'Au moins deux champs sont refusés.',
    remedy: 'Corrigez chaque champ listé dans details.fields.',
  },
  unknown_field: {
    http: 422,
    type: 'validation_error',
    message:
      'Ce champ n’existe pas[ : « {field} »][ ; pour l’avoir, envoyez l’en-tête Service-Version: {service_version}].',
    cause: 'Le corps contient un champ que la route ne connaît pas.',
    remedy:
      'Retirez le champ, corrigez son orthographe, ou demandez la version qui l’a par Service-Version.',
  },
  missing_field: {
    http: 422,
    type: 'validation_error',
    message: 'Ce champ est obligatoire[ : « {field} »].',
    cause: 'Un champ obligatoire manque.',
    remedy: 'Ajoutez le champ.',
  },
  invalid_field: {
    http: 422,
    type: 'validation_error',
    message:
      'La valeur de ce champ n’est pas valide[ : « {field} »][, un entier de {minimum} à {maximum}][, par exemple {example}].',
    cause: 'La valeur n’a pas le type ou la forme attendus.',
    remedy: 'Consultez la description du champ.',
  },
  unknown_parameter: {
    http: 422,
    type: 'validation_error',
    message: 'Ce paramètre n’existe pas[ : « {field} »].',
    cause: 'L’adresse contient un paramètre que la route ne connaît pas.',
    remedy: 'Retirez le paramètre, ou corrigez son orthographe.',
  },
  missing_parameter: {
    http: 422,
    type: 'validation_error',
    message: 'Ce paramètre est obligatoire[ : « {field} »].',
    cause: 'Un paramètre obligatoire manque dans l’adresse.',
    remedy: 'Ajoutez le paramètre.',
  },
  invalid_parameter: {
    http: 422,
    type: 'validation_error',
    message:
      'La valeur de ce paramètre n’est pas valide[ : « {field} »][ ({fault_in_words})][, un entier de {minimum} à {maximum}][, par exemple {example}].',
    cause: 'Le paramètre est vide, répété, ou sa valeur n’est pas admise.',
    remedy: 'Consultez les valeurs admises de ce paramètre.',
  },
  invalid_cursor: {
    http: 422,
    type: 'validation_error',
    message:
      'Ce curseur de pagination n’est pas valide : renvoyez-le tel que la liste l’a donné, ou recommencez sans lui.',
    cause: 'Le curseur a été modifié, ou provient d’une autre liste.',
    remedy: 'Reprenez la valeur de meta.next_cursor telle quelle, ou recommencez sans curseur.',
  },
  invalid_wait: {
    http: 422,
    type: 'validation_error',
    message: 'Le paramètre wait doit être un entier de 0 à 20.',
    cause: 'La valeur n’est pas un nombre entier de secondes entre 0 et 20.',
    remedy: 'Indiquez un entier de 0 à 20.',
  },
  invalid_logo: {
    http: 422,
    type: 'validation_error',
    message:
      'Le logo doit être une image PNG ou JPEG, de 16 à 1024 pixels de côté et de 200 Ko au plus.',
    cause:
      'Le fichier est d’un autre format, abîmé, trop grand, entrelacé, ou compte plus de 8 bits par couleur.',
    remedy: 'Enregistrez l’image en PNG ou en JPEG, en plus petit, et envoyez-la de nouveau.',
  },
} satisfies Record<string, ErrorEntry>
