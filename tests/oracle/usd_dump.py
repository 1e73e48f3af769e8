"""The object of `assay.dump/1` made with UsdStage, the oracle of our own stage."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pxr import Ar, Gf, Sdf, Tf, Usd, UsdGeom, UsdShade, UsdUtils

FIELDS_SHOWN_ELSEWHERE = {"specifier", "typeName", "active", "variability", "custom", "apiSchemas"}
FIELDS_OF_COMPOSITION = {"clips", "clipSets", "spline"}
SESSION = "selection"
VECTORS = (Gf.Vec3f, Gf.Vec2f, Gf.Vec4f, Gf.Vec3d, Gf.Vec2d, Gf.Vec4d, Gf.Vec3h, Gf.Vec2h, Gf.Vec4h)
PURPOSES = {"all": UsdShade.Tokens.allPurpose, "physics": "physics", "preview": "preview", "full": "full"}


@dataclass(frozen=True)
class Selection:
    """Options chosen from outside: (prim, variant set, option) each, and a stage time for values, if any."""

    chosen: tuple[tuple[str, str, str], ...] = ()
    time: float | None = None


@dataclass
class Dump:
    """One dump in progress."""

    folder: str
    stage: Usd.Stage
    session: Sdf.Layer
    time: float | None
    names: dict[str, str] = field(default_factory=dict)  # of layers, by identifier


# ---- names and values ----


def resolved_name(dump: Dump, path: str) -> str:
    """A resolved path relative to the asset's folder, members of packages as pack.usdz[member]."""
    file, member = Ar.SplitPackageRelativePathOuter(path)
    name = os.path.relpath(file, dump.folder)
    return f"{name}[{member}]" if member else name


def layer_name(dump: Dump, layer: Sdf.Layer) -> str:
    """A layer relative to the asset's folder; a package by its root member."""
    known = dump.names.get(layer.identifier)
    if known is not None:
        return known
    if layer == dump.session:
        name = SESSION
    else:
        name = resolved_name(dump, layer.resolvedPath.GetPathString())
        if layer.GetFileFormat().IsPackage():
            name += f"[{Sdf.ZipFile.Open(layer.realPath).GetFileNames()[0]}]"
    dump.names[layer.identifier] = name
    return name


def number(value: float) -> float | str:
    """A number, or the text of one that JSON lacks."""
    if math.isfinite(value):
        return value
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def asset_path_value(dump: Dump, path: Sdf.AssetPath) -> dict[str, str]:
    """An asset path as authored, evaluated and resolved."""
    value = {"asset": path.authoredPath}
    if path.evaluatedPath:
        value["evaluated"] = path.evaluatedPath
    if path.resolvedPath:
        value["resolved"] = resolved_name(dump, path.resolvedPath)
    return value


def list_op_value(dump: Dump, list_op: Any) -> dict[str, Any]:
    """A list op by the kind of its lists."""
    if list_op.isExplicit:
        return {"explicit": [json_value(dump, item) for item in list_op.explicitItems]}
    lists = {"prepended": list_op.prependedItems, "appended": list_op.appendedItems, "added": list_op.addedItems,
             "deleted": list_op.deletedItems, "ordered": list_op.orderedItems}
    return {name: [json_value(dump, item) for item in items] for name, items in lists.items() if items}


def json_value(dump: Dump, value: Any) -> Any:
    """A value in the form of `assay.dump/1`."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return number(value)
    if isinstance(value, VECTORS):  # most of what a mesh holds
        return [number(part) for part in value]
    if isinstance(value, Gf.TimeCode):
        return number(value.GetValue())
    if isinstance(value, Sdf.AssetPath):
        return asset_path_value(dump, value)
    if isinstance(value, Sdf.ValueBlock):
        return {"blocked": True}
    if isinstance(value, Sdf.UnregisteredValue):
        return json_value(dump, value.value)
    if isinstance(value, Mapping):
        return {key: json_value(dump, value[key]) for key in sorted(value)}
    if hasattr(value, "GetImaginary"):
        return [number(value.GetReal()), *(number(part) for part in value.GetImaginary())]
    if hasattr(value, "GetRow"):
        return [[number(part) for part in row] for row in value]
    if hasattr(value, "isExplicit"):
        return list_op_value(dump, value)
    if isinstance(value, Tf.Enum):
        return value.displayName if hasattr(value, "displayName") else str(value)
    if isinstance(value, Sdf.PathExpression):
        return value.GetText()
    if isinstance(value, Iterable) or hasattr(value, "__getitem__"):
        return [json_value(dump, item) for item in value]
    return str(value)


# ---- metadata ----


def metadata_of(dump: Dump, thing: Usd.Object) -> dict[str, Any]:
    """The authored metadata that has no place of its own in a dump."""
    hidden = FIELDS_SHOWN_ELSEWHERE | FIELDS_OF_COMPOSITION
    fields = thing.GetAllAuthoredMetadata()
    return {name: json_value(dump, fields[name]) for name in sorted(fields) if name not in hidden}


# ---- properties ----


def has_spline(spec: Sdf.PropertySpec) -> bool:
    """Whether a spec of an attribute has a spline."""
    return spec.HasInfo("spline") and not spec.GetInfo("spline").IsEmpty()


def opinion(dump: Dump, value: Any, spec: Sdf.PropertySpec) -> dict[str, Any]:
    """A value with the layer and the path of the spec it comes from."""
    return {"value": value, "layer": layer_name(dump, spec.layer), "spec": str(spec.path)}


def default_of(dump: Dump, attribute: Usd.Attribute, stack: Sequence[Sdf.PropertySpec]) -> dict[str, Any] | None:
    """What a query without a time sees."""
    for spec in stack:
        if not spec.HasInfo("default") or isinstance(spec.GetInfo("default"), Sdf.AnimationBlock):
            continue
        if isinstance(spec.GetInfo("default"), Sdf.ValueBlock):
            return opinion(dump, {"blocked": True}, spec)
        return opinion(dump, json_value(dump, attribute.Get()), spec)
    return None


def value_or_block(value: Any) -> Any:
    """The value of a time sample; UsdStage returns nothing for a blocked one."""
    return Sdf.ValueBlock() if value is None else value


def sample_count(spec: Sdf.PropertySpec) -> int:
    """The number of time samples of a spec."""
    return spec.layer.GetNumTimeSamplesForPath(spec.path)


def animation_of(dump: Dump, attribute: Usd.Attribute, stack: Sequence[Sdf.PropertySpec]) -> dict[str, Any] | None:
    """The time samples or the spline that queries with a time see."""
    for spec in stack:
        if sample_count(spec) > 0:
            times = attribute.GetTimeSamples()
            values = [json_value(dump, value_or_block(attribute.Get(time))) for time in times]
            return {"times": times, "values": values, "layer": layer_name(dump, spec.layer), "spec": str(spec.path)}
        if has_spline(spec):
            return {"spline": True, "layer": layer_name(dump, spec.layer), "spec": str(spec.path)}
        if spec.HasInfo("default"):
            return None
    return None


def write_attribute(dump: Dump, attribute: Usd.Attribute, into: dict[str, Any]) -> None:
    """Add what only attributes have."""
    stack = attribute.GetPropertyStack()
    default = default_of(dump, attribute, stack)
    if default is not None:
        into["default"] = default
    definition = attribute.GetPrim().GetPrimDefinition().GetAttributeDefinition(attribute.GetName())
    into["defined_by_schema"] = bool(definition)
    fallback = definition.GetFallbackValue() if definition else None
    if fallback is not None:
        into["fallback"] = json_value(dump, fallback)
    animation = animation_of(dump, attribute, stack)
    if animation is not None:
        into["animation"] = animation
    if dump.time is not None:
        into["at_time"] = {"value": json_value(dump, attribute.Get(dump.time))}
    if attribute.HasAuthoredConnections():
        into["connections"] = [str(path) for path in attribute.GetConnections()]


def write_declaration(property_: Usd.Property, into: dict[str, Any]) -> None:
    """Add type, variability and custom: of a built-in property what the layers say, where UsdStage has its schema's."""
    if property_.GetPrim().GetPrimDefinition().GetPropertyDefinition(property_.GetName()):
        stack = property_.GetPropertyStack()
        type_name, custom = stack[0].GetInfo("typeName"), any(spec.custom for spec in stack)
        is_uniform = stack[-1].GetInfo("variability") == Sdf.VariabilityUniform
    else:
        type_name, custom = property_.GetMetadata("typeName"), property_.IsCustom()
        is_uniform = property_.GetMetadata("variability") == Sdf.VariabilityUniform
    if isinstance(property_, Usd.Attribute):
        into["type"] = str(type_name)
    into["uniform"] = is_uniform
    into["custom"] = custom


def property_of(dump: Dump, property_: Usd.Property) -> dict[str, Any]:
    """One property."""
    is_relationship = isinstance(property_, Usd.Relationship)
    value: dict[str, Any] = {"name": property_.GetName(), "kind": "relationship" if is_relationship else "attribute"}
    write_declaration(property_, value)
    if not is_relationship:
        write_attribute(dump, property_, value)
    elif property_.HasAuthoredTargets():
        value["targets"] = [str(path) for path in property_.GetTargets()]
    value["metadata"] = metadata_of(dump, property_)
    return value


# ---- prims ----


def variants_of(prim: Usd.Prim) -> dict[str, str]:
    """The variant sets that a prim has, with the option each selects."""
    return {name: prim.GetPrimIndex().GetSelectionAppliedForVariantSet(name)
            for name in sorted(prim.GetVariantSets().GetNames())}


def materials_of(prim: Usd.Prim) -> dict[str, Any]:
    """The binding of each purpose that has one; a material of another type or none counts as no material."""
    materials: dict[str, Any] = {}
    for name, purpose in PURPOSES.items():
        material, relationship = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial(purpose)
        if relationship:
            path = str(material.GetPath()) if material else None
            materials[name] = {"material": path, "by": str(relationship.GetPath())}
    return materials


def collections_of(dump: Dump, prim: Usd.Prim) -> dict[str, list[str]]:
    """The prims that each collection of a prim holds."""
    held = {}
    for collection in Usd.CollectionAPI.GetAll(prim):
        query = collection.ComputeMembershipQuery()
        held[collection.GetName()] = [str(each.GetPath()) for each in every_prim(dump.stage)
                                      if query.IsPathIncluded(each.GetPath())]
    return held


def every_prim(stage: Usd.Stage) -> Iterable[Usd.Prim]:
    """All prims in traversal order, those inside instances under each instance."""
    everything = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
    return (prim for prim in Usd.PrimRange(stage.GetPseudoRoot(), everything) if not prim.IsPseudoRoot())


def prim_of(dump: Dump, prim: Usd.Prim, transforms: UsdGeom.XformCache) -> dict[str, Any]:
    """One prim with its properties."""
    imageable, xformable = UsdGeom.Imageable(prim), UsdGeom.Xformable(prim)
    specifier = {Sdf.SpecifierDef: "def", Sdf.SpecifierOver: "over", Sdf.SpecifierClass: "class"}[prim.GetSpecifier()]
    value: dict[str, Any] = {
        "path": str(prim.GetPath()), "specifier": specifier, "type": str(prim.GetTypeName()),
        "active": prim.IsActive(), "defined": prim.IsDefined(), "abstract": prim.IsAbstract(),
        "instance": prim.IsInstance(), "instance_proxy": prim.IsInstanceProxy(),
        "schemas": list(prim.GetPrimTypeInfo().GetAppliedAPISchemas()), "metadata": metadata_of(dump, prim),
        "variants": variants_of(prim),
    }
    if imageable:
        time = Usd.TimeCode.Default() if dump.time is None else Usd.TimeCode(dump.time)
        value["purpose"] = str(imageable.ComputePurpose())
        value["visible"] = imageable.ComputeVisibility(time) != UsdGeom.Tokens.invisible
        value["materials"] = materials_of(prim)
    if xformable:
        value["world_from_prim"] = json_value(dump, transforms.GetLocalToWorldTransform(prim))
    collections = collections_of(dump, prim)
    if collections:
        value["collections"] = collections
    value["properties"] = [property_of(dump, property_) for property_ in prim.GetAuthoredProperties()]
    return value


def session_of(chosen: Iterable[tuple[str, str, str]]) -> Sdf.Layer:
    """A session layer that selects options."""
    session = Sdf.Layer.CreateAnonymous(SESSION)
    for prim, variant_set, option in chosen:
        spec = Sdf.CreatePrimInLayer(session, prim)
        selections = dict(spec.variantSelections) | {variant_set: option}
        spec.SetInfo("variantSelection", selections)
    return session


def usd_dump(file: Path, selection: Selection = Selection()) -> dict[str, Any]:
    """The dump of a file's stage, everything loaded."""
    delegate = UsdUtils.CoalescingDiagnosticDelegate()  # takes UsdStage's warnings as long as it lives
    session = session_of(selection.chosen)
    root = Sdf.Layer.FindOrOpen(str(file))
    if root is None:
        raise ValueError(f"{file} does not open")
    stage = Usd.Stage.Open(root, session, Ar.GetResolver().CreateDefaultContextForAsset(str(file)), Usd.Stage.LoadAll)
    dump = Dump(str(file.parent), stage, session, selection.time)
    transforms = UsdGeom.XformCache(Usd.TimeCode.Default() if selection.time is None else selection.time)
    with Ar.ResolverContextBinder(stage.GetPathResolverContext()):
        prims = [prim_of(dump, prim, transforms) for prim in every_prim(stage)]
        delegate.TakeUncoalescedDiagnostics()
        return {
            "schema": "assay.dump/1",
            "asset": layer_name(dump, root),
            "selection": [dict(zip(("prim", "set", "option"), each)) for each in selection.chosen],
            "time": selection.time,
            "layers": sorted({layer_name(dump, layer) for layer in stage.GetUsedLayers(False) if layer != session}),
            "metadata": metadata_of(dump, stage.GetPseudoRoot()),
            "prims": prims,
            "errors": sorted({"PcpErrorType_" + str(error.errorType).rpartition("ErrorType_")[2]
                              for error in stage.GetCompositionErrors()}),
        }
