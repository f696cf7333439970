import { getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';

type Target = () => void;

const storage = getMetadataStorage();
// Private in the types of class-validator, and read by class-validator-jsonschema too.
const { validationMetadatas: all } = storage as unknown as {
  validationMetadatas: ReadonlyMap<unknown, ValidationMetadata[]>;
};

/**
 * The validators of a class and those that it inherits and does not replace, in the order of class-validator, which
 * compares each class with all others: with 700 classes that is a third of an export. Groups are not used.
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

/** The storage of class-validator with that lookup. */
export const validationStorage: typeof storage = Object.create(storage, {
  getTargetValidationMetadatas: { value: validationMetadataOf },
});
