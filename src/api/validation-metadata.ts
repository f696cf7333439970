import { getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';

type Target = () => void;

const storage = getMetadataStorage();
// `validationMetadatas` is private in the types of class-validator, but class-validator-jsonschema reads it, too.
const { validationMetadatas: all } = storage as unknown as {
  validationMetadatas: ReadonlyMap<unknown, ValidationMetadata[]>;
};

/**
 * Returns the validators of a class with the inherited ones that it does not replace, in class-validator's order.
 * class-validator itself compares each class with all others, which with 700 classes takes a third of the time to
 * generate the OpenAPI description. Groups are not supported.
 */
export function validationMetadataOf(target: Target): ValidationMetadata[] {
  const own = all.get(target) ?? [];
  const inherited: ValidationMetadata[] = [];
  for (let parent = Object.getPrototypeOf(target); parent !== null; parent = Object.getPrototypeOf(parent))
    inherited.unshift(...(all.get(parent) ?? []));
  const isReplaced = ({ propertyName, type }: ValidationMetadata) =>
    own.some((other) => other.propertyName === propertyName && other.type === type);
  return [...own, ...inherited.filter((metadata) => !isReplaced(metadata))];
}

/** The storage of class-validator with this faster lookup. */
export const validationStorage: typeof storage = Object.create(storage, {
  getTargetValidationMetadatas: { value: validationMetadataOf },
});
